// Pages are named behind the '#': nothing of a project ever stands in an address that a server logs.
import { useEffect, useState } from "preact/hooks";

export interface Place {
  page: string;
  number: number | null;
  rest: string[];
}

function here(): Place {
  const [page = "", second = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  const isNumber = /^\d+$/.test(second);
  return { page: page || "documents", number: isNumber ? Number(second) : null, rest: isNumber || !second ? rest : [second, ...rest] };
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const moved = () => setPlace(here());
    addEventListener("hashchange", moved);
    moved(); // the address may have changed since the first drawing
    return () => removeEventListener("hashchange", moved);
  }, []);
  return place;
}

export function go(...parts: (string | number)[]): void {
  location.hash = `/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
}

export const href = (...parts: (string | number)[]) => `#/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
