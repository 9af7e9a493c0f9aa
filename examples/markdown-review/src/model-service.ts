/**
 * Where models are asked, from the environment.
 *
 * Invariants:
 * 1. Nothing is asked that was not named: without a base URL there is no service, and no default one.
 * 2. No message shows the key, nor the URL, which may hold one.
 */
import { UserError } from "./user-error.ts";

/** An OpenAI-compatible service. */
export interface ModelService {
  readonly baseUrl: string;
  /** `null` for services that want none, such as one on this machine. */
  readonly apiKey: string | null;
}

/**
 * Reads `OPENAI_BASE_URL` and `OPENAI_API_KEY`.
 *
 * @param option names in messages which option needs the service.
 * @throws UserError where they are missing or of no use.
 */
export function modelServiceFrom(environment: NodeJS.ProcessEnv, option: string): ModelService {
  const { OPENAI_BASE_URL: baseUrl = "", OPENAI_API_KEY: apiKey = "" } = environment;
  if (baseUrl.trim() === "") {
    throw new UserError("model-service-missing", `${option} needs a service, and OPENAI_BASE_URL is not set`, "Set it, such as OPENAI_BASE_URL=http://localhost:11434/v1, and OPENAI_API_KEY if the service wants a key.");
  }
  const problem = problemOf(baseUrl.trim());
  if (problem !== null) throw new UserError("model-service-invalid", `OPENAI_BASE_URL ${problem}`, "It is an address such as https://api.example.com/v1; a key belongs into OPENAI_API_KEY.");
  // What a header can carry in one line.
  if (!/^[\u0021-\u007e]*$/.test(apiKey.trim())) {
    throw new UserError("model-service-invalid", "OPENAI_API_KEY holds a character that no key has", "Set it to the key alone, without spaces, quotes or line breaks.");
  }
  return { baseUrl: baseUrl.trim(), apiKey: apiKey.trim() === "" ? null : apiKey.trim() };
}

function problemOf(baseUrl: string): string | null {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return "is no http or https address";
  if (url.username !== "" || url.password !== "") return "holds a user name or password";
  return url.search === "" && url.hash === "" ? null : "holds more than an address and a path";
}
