import { describe, expect, test } from "vitest";
import { Edges, END } from "./edges.js";

describe("the longest way", () => {
  test("is the most of each count, over different ways if need be", () => {
    const edges = new Edges();
    edges.leave(); // 0
    edges.add(1, edges.costNumber([1, 0]));
    edges.add(2, edges.costNumber([0, 1]));
    edges.add(1, edges.costNumber([1, 0]));
    edges.leave(); // 1
    edges.add(3, edges.costNumber([5, 0]));
    edges.leave(); // 2
    edges.add(3, edges.costNumber([0, 2]));
    edges.leave(); // 3
    edges.add(END, edges.costNumber([1, 1]));
    expect(edges.longest([0], 2)).toEqual([7, 4]);
    expect(edges.longest([2], 2)).toEqual([1, 3]);
    expect(edges.longest([2, 1], 2)).toEqual([6, 3]);
    expect(edges.targets(0)).toEqual([1, 2]);
  });

  test("a way that comes back counts once, and a long one needs no stack", () => {
    const edges = new Edges();
    edges.leave();
    edges.add(1, edges.costNumber([1]));
    edges.leave();
    edges.add(0, edges.costNumber([1]));
    edges.add(END, edges.costNumber([3]));
    expect(edges.longest([0], 1)).toEqual([4]);
    const long = new Edges();
    for (let node = 1; node <= 50_000; node++) {
      long.leave();
      long.add(node, long.costNumber([1]));
    }
    long.leave();
    long.add(END, long.costNumber([1]));
    expect(long.longest([0], 1)).toEqual([50_001]);
  });
});
