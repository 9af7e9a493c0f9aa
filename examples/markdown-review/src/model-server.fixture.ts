/** An OpenAI-compatible service on loopback: request N is answered by answer N, the last answers all further ones. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ModelAnswer {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** What is sent: an object as JSON, a text as it stands. */
  readonly body: object | string;
}

export interface AskedModel {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly hasSchema: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export interface ModelServer {
  readonly baseUrl: string;
  readonly asked: readonly AskedModel[];
  answer(...answers: ModelAnswer[]): void;
  close(): Promise<void>;
}

export async function modelServer(): Promise<ModelServer> {
  let asked: AskedModel[] = [];
  let answers: readonly ModelAnswer[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      const { model, messages, response_format: format } = JSON.parse(text) as Pick<AskedModel, "model" | "messages"> & { readonly response_format?: unknown };
      asked.push({ path: request.url, authorization: request.headers.authorization, model, messages, hasSchema: format !== undefined });
      const { status = 200, headers = {}, body } = answers[Math.min(asked.length, answers.length) - 1] ?? { status: 501, body: "no answer" };
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get asked() {
      return asked;
    },
    answer(...next) {
      answers = next;
      asked = [];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a model says, as a chat completion. */
export function says(content: string): ModelAnswer {
  return {
    body: {
      id: "x",
      object: "chat.completion",
      created: 1,
      model: "served-model",
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    },
  };
}

export const judges = (approved: boolean, ...feedback: string[]): ModelAnswer => says(JSON.stringify({ approved, feedback }));

export function fails(status: number, message: string, headers: { readonly [name: string]: string } = {}): ModelAnswer {
  return { status, headers, body: { error: { message, type: "x", code: null } } };
}
