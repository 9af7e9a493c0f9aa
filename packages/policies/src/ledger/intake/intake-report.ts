/** What an intake did, by id (LG-INT-9). */
export interface IntakeReport {
  /** Entries made, guard-disputed ones left out. */
  readonly new: readonly string[];
  /** Entries that took a sighting; an id may repeat. */
  readonly merged: readonly string[];
  /** New entries whose blocking severity had no evidence (LG-INT-5). */
  readonly capped: readonly string[];
  /** New entries that repeat a settled finding (LG-REL-1). */
  readonly disputed: readonly string[];
  readonly citation_unresolved: readonly string[];
  /** There was nothing to check the citation against (LG-CITE-3). */
  readonly citation_skipped: readonly string[];
  /** New entries that come too late to be worked on (LG-LATE-1). */
  readonly auto_deferred: readonly string[];
  /** Entries whose severity rose by stronger evidence (LG-INT-7). */
  readonly upgraded?: readonly string[];
  /** Deferred entries that would have risen: a person should look (LG-INT-7). */
  readonly upgraded_deferred?: readonly string[];
  readonly warnings?: readonly string[];
}

/** The lists while they grow. */
export class IntakeLists {
  readonly lists = {
    new: [] as string[],
    merged: [] as string[],
    capped: [] as string[],
    disputed: [] as string[],
    citation_unresolved: [] as string[],
    citation_skipped: [] as string[],
    auto_deferred: [] as string[],
  };
  readonly upgraded: string[] = [];
  readonly upgradedDeferred: string[] = [];
  readonly warnings: string[] = [];

  /** The report; what may be absent is left out when it is empty. */
  report(): IntakeReport {
    const { upgraded, upgradedDeferred, warnings } = this;
    return {
      ...this.lists,
      ...(upgraded.length === 0 ? {} : { upgraded }),
      ...(upgradedDeferred.length === 0 ? {} : { upgraded_deferred: upgradedDeferred }),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  }
}
