/** A real HTTP server on 127.0.0.1 that answers request N with handler N. */
import { createServer } from "node:http";
import type { IncomingHttpHeaders, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request, or leaves it open. */
export type Handler = (response: ServerResponse, request: ReceivedRequest) => void;

export interface LoopbackServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Resolves when so many responses were closed by the other side before they ended. */
  readonly abandoned: () => number;
  /** What the coming requests are answered with; the last handler answers all further ones. */
  answer(...handlers: Handler[]): void;
  close(): Promise<void>;
}

export async function loopbackServer(...handlers: Handler[]): Promise<LoopbackServer> {
  const requests: ReceivedRequest[] = [];
  let queue = handlers;
  let abandoned = 0;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    response.on("close", () => {
      if (!response.writableFinished) abandoned += 1;
    });
    request.on("end", () => {
      const received = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() };
      requests.push(received);
      const handler = queue.length > 1 ? queue.shift() : queue[0];
      if (handler === undefined) response.writeHead(501).end("no handler");
      else handler(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    abandoned: () => abandoned,
    answer: (...next) => void (queue = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers JSON. */
export const json =
  (value: unknown, status = 200, headers: { readonly [name: string]: string } = {}): Handler =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));

/** Sends the headers and these parts with a pause between them, then leaves the response open, or ends it. */
export const drip =
  (parts: readonly string[], then: "stall" | "end" = "stall"): Handler =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    let sent = 0;
    const timer = setInterval(() => {
      if (sent < parts.length) response.write(parts[sent++]);
      else {
        clearInterval(timer);
        if (then === "end") response.end();
      }
    }, 3);
    response.on("close", () => clearInterval(timer));
  };

/** Promises more bytes than it sends, then breaks the connection. */
export const truncated =
  (body: string): Handler =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": String(Buffer.byteLength(body) + 1000) });
    response.write(body, () => setTimeout(() => response.destroy(), 10));
  };

/** Never answers. */
export const hang: Handler = () => undefined;

/** Waits for something that happens soon on the other side of a socket. */
export async function eventually(condition: () => boolean, withinMs = 2000): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (!condition() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
  return condition();
}
