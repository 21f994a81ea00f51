// One question of the study with what each answer means.
import type { Question } from "../../pages/Rate";

interface QuestionViewProps {
  question: Question;
  value: number | null;
  inHand: boolean;
  fixed: boolean;
  onChosen: () => void;
  onAnswer: (value: number) => void;
}

export function QuestionView({ question, value, inHand, fixed, onChosen, onAnswer }: QuestionViewProps) {
  const names = question.scale === "nominal" ? ["n", "y"] : null;
  return (
    <fieldset class={`question${inHand ? " in-hand" : ""}`} disabled={fixed} onFocusCapture={onChosen}>
      <legend>
        {question.title}: {question.asks}
      </legend>
      {question.levels.map((words, number) => {
        const level = question.low + number;
        return (
          <button key={words} type="button" class="quiet level" aria-pressed={value === level} onClick={() => onAnswer(level)}>
            <kbd>{names?.[number] ?? level}</kbd> {words}
          </button>
        );
      })}
    </fieldset>
  );
}
