/**
 * What every agent keeps, as a list of cases for adapters of one's own.
 *
 * Invariants:
 * 1. The suite knows no test framework and no adapter. An adapter gives a function that makes an agent together with the
 *    other side that it talks to: a real server, a real process; see {@link CreateAgent}.
 * 2. Each case makes an agent of its own, and disposes of it on every path.
 * 3. A case that an agent cannot keep by its nature is left out by a trait that it declares to lack, never skipped inside:
 *    the number of cases is the number that ran.
 */
import { ABORT_CASES } from "./agent-contract/abort-cases.js";
import { ANSWER_CASES } from "./agent-contract/answer-cases.js";
import { bind } from "./agent-contract/contract-case.js";
import type { ContractCase, ContractTrait } from "./agent-contract/contract-case.js";
import { FAILURE_CASES } from "./agent-contract/failure-cases.js";
import { handleCase } from "./agent-contract/handle-case.js";
import type { CreateAgent } from "./agent-contract/other-side.js";
import { REQUEST_CASES } from "./agent-contract/request-cases.js";
import { RUN_CASES } from "./agent-contract/run-cases.js";

export { ContractViolation } from "./agent-contract/contract-case.js";
export type { ContractCase, ContractTrait } from "./agent-contract/contract-case.js";
export type {
  AgentUnderTest,
  AnswersStep,
  ContractSetup,
  CreateAgent,
  EchoesStep,
  FailsStep,
  HangsStep,
  OtherSideStep,
  SeenRequest,
  StallsStep,
} from "./agent-contract/other-side.js";

/** How an agent is tested. */
export interface AgentContractOptions {
  /** What it cannot do by its nature; the cases that need it are left out. Default nothing. */
  readonly lacks?: readonly ContractTrait[];
  /** How long what should happen at once may take, in milliseconds. Default 2000. */
  readonly promptMs?: number;
}

const ALL_CASES = [...ANSWER_CASES, ...REQUEST_CASES, ...FAILURE_CASES, ...ABORT_CASES, ...RUN_CASES];

/** The cases that an agent must pass. Run them one after the other: some count what the process holds open. */
export function agentContract(create: CreateAgent, options: AgentContractOptions = {}): readonly ContractCase[] {
  const { lacks = [], promptMs = 2000 } = options;
  const terms = { create, promptMs };
  const kept = ALL_CASES.filter(({ needs = [] }) => !needs.some((trait) => lacks.includes(trait)));
  return [...kept.map((spec) => bind(spec, terms)), handleCase(terms)];
}

/**
 * Registers the cases with a test framework: vitest's `test`, that of `node:test`, or any function of a name and a body.
 *
 * @returns how many cases there are.
 */
export function testAgentContract(test: (name: string, body: () => Promise<void>) => unknown, create: CreateAgent, options: AgentContractOptions = {}): number {
  const cases = agentContract(create, options);
  for (const { name, run } of cases) test(name, () => run());
  return cases.length;
}
