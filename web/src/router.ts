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

type Guard = () => Promise<boolean>;
const guards = new Set<Guard>();

/** Asks before another page takes the place of this one; `false` stays. Returns how to stop asking. */
export function beforeLeaving(guard: Guard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    let shown = location.hash;
    let asking = false;
    const moved = async () => {
      if (asking || location.hash === shown) return;
      asking = true;
      for (const guard of guards) {
        if (await guard()) continue;
        history.replaceState(history.state, "", shown || "#");
        break;
      }
      asking = false;
      shown = location.hash;
      setPlace(here());
    };
    addEventListener("hashchange", moved);
    setPlace(here()); // the address may have changed since the first drawing
    return () => removeEventListener("hashchange", moved);
  }, []);
  return place;
}

export function go(...parts: (string | number)[]): void {
  location.hash = `/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
}

export const href = (...parts: (string | number)[]) => `#/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
