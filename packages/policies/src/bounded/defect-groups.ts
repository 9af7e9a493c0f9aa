/**
 * Groups the reports of a batch by defect, beside what the ledger knows (BD-DEDUP-01, -03, -06).
 *
 * Invariants:
 * 1. Whatever any two reports have in common joins them: a report that matches two new groups makes them one, so that the
 *    groups do not depend on the order of the reports.
 * 2. Entries of the ledger never merge with one another: ids that were told stay. What matches several joins the first.
 */
import type { LedgerEntry, Member } from "./bounded-ledger.js";
import { defectIndex, type DefectIndex } from "./dedup.js";
import type { TargetKind } from "./target.js";

interface Group {
  readonly id: string;
  readonly known: LedgerEntry | null;
  /** Position among all groups: the earlier one stays on a merge. */
  readonly rank: number;
  readonly members: { readonly member: Member; readonly at: number }[];
  /** The group that took this one in. */
  into: Group | null;
}

/** Reports by defect. */
export class DefectGroups {
  readonly #index: DefectIndex<Group>;
  readonly #groups: Group[] = [];
  #added = 0;

  constructor(entries: readonly LedgerEntry[], kind: TargetKind) {
    this.#index = defectIndex<Group>(kind);
    for (const known of entries) {
      const group = this.#open(known.id, known);
      if (known.members.length === 0) this.#index.add(known, group);
      for (const { finding } of known.members) this.#index.add(finding, group);
    }
  }

  /** Adds a report to its group; returns the notes of what merged. */
  add(member: Member): readonly string[] {
    const matches = [...new Set([...this.#index.find(member.finding)].map(current))].sort((left, right) => left.rank - right.rank);
    const target = matches[0] ?? this.#open(member.name, null);
    const notes = matches.length > 0 ? [`merged:${target.id}<-${member.name}`] : [];
    for (const other of matches.slice(1)) {
      if (other.known !== null) continue;
      other.into = target;
      target.members.push(...other.members.splice(0));
      notes.push(`merged:${target.id}<-${other.id}`);
    }
    target.members.push({ member, at: this.#added++ });
    this.#index.add(member.finding, target);
    return notes;
  }

  /** The groups that reports came to, in order of their first appearance; members in order of arrival. */
  filled(): readonly { readonly id: string; readonly known: LedgerEntry | null; readonly members: readonly [Member, ...Member[]] }[] {
    return this.#groups.flatMap(({ id, known, members }) => {
      const [first, ...others] = [...members].sort((left, right) => left.at - right.at).map(({ member }) => member);
      return first === undefined ? [] : [{ id, known, members: [first, ...others] as const }];
    });
  }

  #open(id: string, known: LedgerEntry | null): Group {
    const group: Group = { id, known, rank: this.#groups.length, members: [], into: null };
    this.#groups.push(group);
    return group;
  }
}

function current(group: Group): Group {
  let at = group;
  while (at.into !== null) at = at.into;
  return at;
}
