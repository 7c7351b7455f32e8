/** What an exercise on the page is given. */
import type { ComponentChildren } from "preact";
import type { ExercisePayload, ExerciseRequest, GradePayload } from "../protocol";

export interface SheetProps {
  exercise: ExercisePayload;
  request: ExerciseRequest;
  /** What is done with every grade. */
  onGrade: (grade: GradePayload) => void;
  /** Whether the solution can be asked for. */
  revealed?: boolean;
  /** What is shown beside the answer. */
  children?: ComponentChildren;
}
