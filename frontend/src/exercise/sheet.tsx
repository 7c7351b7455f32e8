/** An exercise: answered, graded with the first mistake explained, and solved. */
import type { SheetProps } from "./props";
import { SearchSheet } from "./search";
import { StrategySheet } from "./strategies";

export function Sheet(props: SheetProps) {
  const { fields, choices, tree } = props.exercise;
  if (fields.length + choices.length > 0) return <StrategySheet {...props} />;
  return tree && <SearchSheet {...props} drawn={tree} />;
}
