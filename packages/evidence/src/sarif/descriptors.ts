/**
 * What a tool says about its rules, or about its notifications: found by index, by guid, or by id.
 *
 * Invariants:
 * 1. An index counts only where the descriptor's id fits the id that stands beside it; logs that were merged have indices
 *    of another tool, and a wrong descriptor would give a wrong level.
 * 2. An id counts only if one descriptor has it: in the component that is named, else in the driver, else in the extensions.
 * 3. The id of a result may add parts behind `/` to that of its rule.
 */
import type { JsonObjectAt } from "./json-object.js";

/** A rule or a notification of a component. */
export interface Descriptor {
  /** Unique in the tool. */
  readonly key: string;
  readonly id: string | null;
  readonly object: JsonObjectAt;
  /** The component that declares it. */
  readonly component: JsonObjectAt;
}

/** A reference to a descriptor, with what the format lets a result say beside it. */
export interface DescriptorReference {
  readonly id: string | null;
  readonly index: number | null;
  readonly reference: JsonObjectAt | null;
}

/** Parts behind the id of a rule that are taken off at most. */
const MAX_PARTS = 8;

/** Descriptors of a driver or an extension. */
interface Component {
  readonly object: JsonObjectAt;
  readonly list: readonly Descriptor[];
  /** `null`: several have the id. */
  readonly byId: ReadonlyMap<string, Descriptor | null>;
}

/** All descriptors of a tool. */
export class Descriptors {
  readonly #driver: Component;
  readonly #extensions: readonly Component[];
  readonly #byGuid = new Map<string, Descriptor>();
  readonly #componentByGuid = new Map<string, Component>();

  constructor(tool: JsonObjectAt, driver: JsonObjectAt, key: "rules" | "notifications") {
    this.#driver = componentOf(driver, key, "driver");
    this.#extensions = (tool.objects("extensions") ?? []).map((object, index) => componentOf(object, key, String(index)));
    for (const component of [this.#driver, ...this.#extensions]) {
      setOnce(this.#componentByGuid, component.object.text("guid"), component);
      for (const descriptor of component.list) setOnce(this.#byGuid, descriptor.object.text("guid"), descriptor);
    }
  }

  /** The descriptor that is meant; `null` where the tool has none, or more than one. */
  find({ id, index, reference }: DescriptorReference): Descriptor | null {
    const named = this.#named(reference);
    if (named === undefined) return null;
    const component = named ?? this.#driver;
    const indexed = index === null ? undefined : component.list[index];
    if (indexed !== undefined && fits(id, indexed.id)) return indexed;
    const guid = reference?.text("guid") ?? null;
    const identified = guid === null ? undefined : this.#byGuid.get(guid.toLowerCase());
    if (identified !== undefined && fits(id, identified.id)) return identified;
    if (id === null) return null;
    const found = findById([component], id);
    return found === null && named === null ? findById(this.#extensions, id) : found;
  }

  /** The component that a reference names, or else the driver. */
  componentOf(reference: JsonObjectAt | null): JsonObjectAt {
    return (this.#named(reference) ?? this.#driver).object;
  }

  /** `null`: it names none. `undefined`: there is no such component. */
  #named(reference: JsonObjectAt | null): Component | null | undefined {
    const component = reference?.object("toolComponent") ?? null;
    const index = component?.index("index") ?? null;
    if (index !== null) return this.#extensions[index];
    const guid = component?.text("guid") ?? null;
    return guid === null ? null : this.#componentByGuid.get(guid.toLowerCase());
  }
}

function componentOf(object: JsonObjectAt, key: string, name: string): Component {
  const list = (object.objects(key) ?? []).map((descriptor, index) => ({ key: `${name}/${index}`, id: descriptor.text("id"), object: descriptor, component: object }));
  const byId = new Map<string, Descriptor | null>();
  for (const descriptor of list) if (descriptor.id !== null) byId.set(descriptor.id, byId.has(descriptor.id) ? null : descriptor);
  return { object, list, byId };
}

function setOnce<Value>(map: Map<string, Value>, guid: string | null, value: Value): void {
  if (guid !== null && !map.has(guid.toLowerCase())) map.set(guid.toLowerCase(), value);
}

/** Whether `id` is that of a descriptor, or has further parts behind it. */
function fits(id: string | null, descriptorId: string | null): boolean {
  if (id === null || descriptorId === null || id === descriptorId) return true;
  return id.charAt(descriptorId.length) === "/" && id.startsWith(descriptorId);
}

function findById(components: readonly Component[], id: string): Descriptor | null {
  let end = id.length;
  for (let part = 0; part <= MAX_PARTS && end > 0; part++) {
    const key = id.slice(0, end);
    const found = components.flatMap(({ byId }) => (byId.has(key) ? [byId.get(key) ?? null] : []));
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
    end = id.lastIndexOf("/", end - 1);
  }
  return null;
}
