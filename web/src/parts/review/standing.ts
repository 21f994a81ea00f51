// Whose signature there is and which version of the review is kept now: others sign and change while one looks.
import { useEffect, useState } from "preact/hooks";
import { get } from "../../api";
import type { SignatureShown } from "./SignOff";

const EVERY_MS = 5000;

export interface ReviewStanding {
  version: number;
  signature: SignatureShown | null;
}

/** Asked every few seconds while the page is seen, whenever it is looked at again, and when `again` changes. */
export function useStanding(number: number, again: unknown): ReviewStanding | null {
  const [standing, setStanding] = useState<ReviewStanding | null>(null);
  useEffect(() => {
    let gone = false;
    const ask = () => {
      if (document.visibilityState !== "visible") return;
      get<ReviewStanding>(`/releases/${number}/standing`).then(
        (found) => !gone && setStanding(found),
        () => !gone && setStanding(null), // what nobody can tell is not claimed
      );
    };
    ask();
    const timer = setInterval(ask, EVERY_MS);
    addEventListener("focus", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      gone = true;
      clearInterval(timer);
      removeEventListener("focus", ask);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [number, again]);
  return standing;
}
