// Where quoted words stand: the server's finder says, since it knows which marks and blanks count as the same.
import { useEffect, useState } from "preact/hooks";
import { post } from "../api";

export type Places = Record<string, [number, number][]>;

const PAUSE_MS = 150;

export function usePlaces(path: string, quotes: string[]): Places {
  const [places, setPlaces] = useState<Places>({});
  const wanted = JSON.stringify([...new Set(quotes)].sort());
  useEffect(() => {
    let gone = false;
    const missing = (JSON.parse(wanted) as string[]).filter((quote) => !(quote in places));
    if (!missing.length) return;
    const timer = window.setTimeout(() => {
      // Without an answer nothing is marked; the remarks of the sheet still say what does not stand in the text.
      post<Places>(path, { quotes: missing }).then((found) => !gone && setPlaces((now) => ({ ...now, ...found })), () => undefined);
    }, PAUSE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [path, wanted]);
  return places;
}
