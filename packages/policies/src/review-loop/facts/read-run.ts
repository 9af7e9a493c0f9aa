import type { ReviewRun } from "./run-facts.js";
export function readReviewRun(given: unknown): ReviewRun { return given as ReviewRun; }
