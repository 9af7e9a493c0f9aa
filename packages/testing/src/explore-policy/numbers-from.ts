import { randomBits } from "../random-bits.js";

/** One of so many, from a seed. */
export function numbersFrom(seed: number): (below: number) => number {
  const next = randomBits(seed * 2_654_435_761);
  return (below) => next() % below;
}
