/** Who judged whose work, made visible (G23). */
import type { AgentLabel } from "./agent.js";
import { identitiesOf, type BoundAgent, type Roster } from "./roster.js";

/** A reviewer of the run. */
export interface ReviewerIndependence extends AgentLabel {
  readonly role: string;
  /** Whether the reviewer shares a declared model family with an author; `null` where one of them declares none. */
  readonly sharesAuthorFamily: boolean | null;
  /** Whether it gave a valid answer in the last valid review. */
  readonly judged: boolean;
}

/** Independence of a run's reviewers. */
export interface Independence {
  readonly authors: readonly (AgentLabel & { readonly role: string })[];
  readonly reviewers: readonly ReviewerIndependence[];
  /** Distinct reviewers (by id, else by identity) that gave a valid answer in the last valid review. */
  readonly distinctReviewers: number;
}

/** Computes independence from who judged. */
export function independenceOf(roster: Roster, judged: readonly string[]): Independence {
  const authors = roster.all.filter((bound) => bound.role.duty === "author");
  const reviewers = roster.all.filter((bound) => bound.role.duty === "reviewer");
  const families = authors.map((author) => author.agent.family);
  return Object.freeze({
    authors: Object.freeze(authors.map((author) => Object.freeze({ role: author.name, ...author.label }))),
    reviewers: Object.freeze(
      reviewers.map((reviewer) =>
        Object.freeze({
          role: reviewer.name,
          ...reviewer.label,
          sharesAuthorFamily: sharesFamily(reviewer, families),
          judged: judged.includes(reviewer.name),
        }),
      ),
    ),
    distinctReviewers: distinctCount(reviewers.filter((one) => judged.includes(one.name))),
  });
}

/** Reviewers that share nobody who may answer for them. */
function distinctCount(reviewers: readonly BoundAgent[]): number {
  const seen = new Set<unknown>();
  let count = 0;
  for (const { agent } of reviewers) {
    const identities = [...identitiesOf(agent)];
    if (!identities.some((identity) => seen.has(identity))) count++;
    for (const identity of identities) seen.add(identity);
  }
  return count;
}

function sharesFamily(reviewer: BoundAgent, families: readonly (string | undefined)[]): boolean | null {
  const own = reviewer.agent.family;
  if (own !== undefined && families.includes(own)) return true;
  return own === undefined || families.length === 0 || families.includes(undefined) ? null : false;
}
