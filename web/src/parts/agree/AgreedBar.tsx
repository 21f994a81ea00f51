// The bar of an agreed sheet: saved or not, finished or not, and what was decided on words that changed since.
import type { SheetInHand } from "../../sheet";
import { SheetBar } from "../common";

export function AgreedBar<B>({ sheet, open, onDrop }: { sheet: SheetInHand<B>; open: boolean; onDrop: () => void }) {
  const changed = sheet.remarks.filter((remark) => remark.rule === "changed-since").length;
  const errors = sheet.remarks.some((remark) => remark.weight === "error") || sheet.state !== "saved" || open;
  return (
    <SheetBar sheet={sheet}>
      {sheet.done ? (
        <button class="quiet" onClick={() => sheet.finish(false)}>
          Agreed: open again
        </button>
      ) : (
        <button disabled={errors} onClick={() => sheet.finish(true)}>
          This is agreed
        </button>
      )}
      {changed > 0 && (
        <span class="problem" role="alert">
          {changed} {changed === 1 ? "decision is" : "decisions are"} on words that an annotator has changed since.{" "}
          <button class="small" onClick={onDrop}>
            Drop {changed === 1 ? "it" : "them"}
          </button>
        </span>
      )}
    </SheetBar>
  );
}
