// Asks the server. Every answer that is an error becomes a Problem with the server's own words.

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly problem: string,
    readonly remedy: string,
  ) {
    super(remedy ? `${problem}; ${remedy}` : problem);
  }
}

/** The code of the answer where this browser works under another name than the page shows. */
export const OTHER_NAME = "GY606";

let shownName: string | null = null;

/** Sends the name on the screen with everything from now on: another window may have taken another one. */
export function askAs(name: string): void {
  shownName = name;
}

/** The name that this page works under. */
export const nameShown = (): string | null => shownName;

async function answered(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { "x-gyges-studio": "1" };
  if (shownName !== null) headers["x-gyges-name"] = encodeURIComponent(shownName);
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    response = await fetch(`/api${path}`, { method, headers, ...sent });
  } catch {
    throw new Problem(0, "", "the studio does not answer", "start 'gyges studio' again; what you typed stays here");
  }
  if (!response.ok) {
    const said = ((await response.json().catch(() => null)) ?? {}) as { code?: string; problem?: string; remedy?: string };
    throw new Problem(response.status, said.code ?? "", said.problem ?? response.statusText, said.remedy ?? "");
  }
  return response;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await answered(method, path, body);
  return (await response.json().catch(() => null)) as T;
}

/** A file that the server makes; asked for like everything that leaves a mark in the trail. */
export const file = async (path: string) => (await answered("POST", path)).blob();
export const get = <T>(path: string) => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => ask<T>("POST", path, body);
export const remove = <T>(path: string) => ask<T>("DELETE", path);
export const put = <T>(path: string, body: unknown) => ask<T>("PUT", path, body);

export interface Tag {
  name: string;
  definition: string;
  options: string[];
  kind: string | null;
}

export interface ProjectInfo {
  name: string;
  me: string;
  signed_in: boolean;
  documents: number;
  spia: Tag[];
  tab: Tag[];
  max_level: number;
}

export interface Remark {
  at: (string | number)[];
  rule: string;
  words: string;
  weight: "error" | "advice";
}
