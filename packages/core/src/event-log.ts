/**
 * The events of one run: numbered, kept in a bounded ring, delivered to listeners and iterators (G13).
 *
 * Invariants:
 * 1. `seq` has no gap; an event is frozen before anyone sees it.
 * 2. A listener that throws disturbs neither the run nor another listener; it is counted. All listeners see all events
 *    in order, also where one of them causes the next.
 * 3. An iterator never stalls the run: it reads from the ring, and where the ring has moved on it sees an explicit gap.
 */
import { EventEmitter } from "eventemitter3";
import type { EventGap } from "./events.js";

/** An event as the log sees it. */
export interface LoggedEvent {
  readonly type: string;
  readonly seq: number;
}

/** Events kept for consumers that come late or read slowly, unless said otherwise. */
export const DEFAULT_EVENT_BUFFER = 1024;

const EVERY = "*";

/** The log of one run. */
export class EventLog<E extends LoggedEvent> {
  readonly #capacity: number;
  readonly #ring: E[] = [];
  /** `seq` before the first event of this log; not 0 for a resumed run. */
  #base: number;
  #first: number;
  #seq: number;
  #isClosed = false;
  #emitter: EventEmitter | null = null;
  #isDelivering = false;
  #undelivered: E[] | null = null;
  #wake: (() => void)[] | null = null;
  observerErrors: number;

  constructor(capacity: number, seq = 0, observerErrors = 0) {
    this.#capacity = capacity;
    this.#base = seq;
    this.#seq = seq;
    this.#first = seq + 1;
    this.observerErrors = observerErrors;
  }

  /** Before the first event: goes on from the numbers of another process. */
  rebase(seq: number, observerErrors: number): void {
    this.#base = seq;
    this.#seq = seq;
    this.#first = seq + 1;
    this.observerErrors += observerErrors;
  }

  get seq(): number {
    return this.#seq;
  }

  /** The number that the next event must carry. */
  next(): number {
    return this.#seq + 1;
  }

  /** Appends an event that carries {@link next}. */
  append(event: E): void {
    Object.freeze(event);
    this.#ring[(this.#seq++ - this.#base) % this.#capacity] = event;
    if (this.#seq - this.#first >= this.#capacity) this.#first++;
    if (this.#emitter !== null) this.#deliver(event, this.#emitter);
    if (this.#wake !== null) this.#wakeAll();
  }

  /** An event that a listener causes waits until all have seen the one before. */
  #deliver(event: E, emitter: EventEmitter): void {
    if (this.#isDelivering) return void (this.#undelivered ??= []).push(event);
    this.#isDelivering = true;
    for (let next: E | undefined = event; next !== undefined; next = this.#undelivered?.shift()) {
      emitter.emit(EVERY, next);
      emitter.emit(next.type, next);
    }
    this.#isDelivering = false;
  }

  /** No event follows; iterators end when they have read the rest. */
  close(): void {
    this.#isClosed = true;
    this.#wakeAll();
  }

  /** Calls `listener` for events of one type, or of every type (`"*"`); the result stops it. */
  listen(type: string, listener: (event: E) => void): () => void {
    const emitter = (this.#emitter ??= new EventEmitter());
    const count = (): void => void this.observerErrors++;
    let isOn = true;
    const isolated = (event: E): void => {
      if (!isOn) return;
      try {
        const returned: unknown = listener(event);
        if (typeof returned === "object" && returned !== null) Promise.resolve(returned).catch(count);
      } catch {
        count();
      }
    };
    emitter.on(type, isolated);
    return () => {
      isOn = false; // Also for the event that is being delivered.
      emitter.off(type, isolated);
    };
  }

  /** Reads from the first event, or from a gap up to the oldest that is kept. Each iterator has a position of its own. */
  iterate(): AsyncIterableIterator<E | EventGap> {
    let position: number | null = null; // Known with the first event: until then the log may be rebased.
    let isDone = false;
    const read = (): IteratorResult<E | EventGap> | null => {
      if (isDone) return { done: true, value: undefined };
      if (this.#seq > this.#base) position ??= this.#base + 1;
      if (position === null) return this.#isClosed ? { done: true, value: undefined } : null;
      if (position < this.#first) {
        const gap: EventGap = Object.freeze({ type: "events.dropped", from: position, to: this.#first - 1, missed: this.#first - position });
        position = this.#first;
        return { done: false, value: gap };
      }
      if (position <= this.#seq) return { done: false, value: this.#at(position++) };
      return this.#isClosed ? { done: true, value: undefined } : null;
    };
    const next = async (): Promise<IteratorResult<E | EventGap>> => {
      for (;;) {
        const result = read();
        if (result !== null) return result;
        await new Promise<void>((resolve) => (this.#wake ??= []).push(resolve));
      }
    };
    const end = (): Promise<IteratorResult<E | EventGap>> => {
      isDone = true;
      this.#wakeAll();
      return Promise.resolve({ done: true, value: undefined });
    };
    const iterator: AsyncIterableIterator<E | EventGap> = { next, return: end, [Symbol.asyncIterator]: () => iterator };
    return iterator;
  }

  #at(seq: number): E {
    return this.#ring[(seq - 1 - this.#base) % this.#capacity] as E; // Kept events are exactly first … seq.
  }

  #wakeAll(): void {
    const waiting = this.#wake;
    this.#wake = null;
    for (const resolve of waiting ?? []) resolve();
  }
}
