/** Files the browser hands over and takes in. */
import type { Exported } from "../protocol";

export function download({ name, mime, content }: Exported): void {
  const address = URL.createObjectURL(new Blob([content], { type: mime }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
