import { useState } from "preact/hooks";
import { announce } from "../app";
import { t } from "../i18n";
import { Button } from "./widgets";

/** Copies the address, which holds all there is to the page. */
export function Share() {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => {
        setCopied(true);
        announce(t("web.copied"));
        setTimeout(() => setCopied(false), 2000);
      },
      () => announce(location.href),
    );
  return (
    <Button icon={copied ? "check" : "link"} onClick={() => void copy()} label={t("web.share.why")}>
      {copied ? t("web.copied") : t("web.share")}
    </Button>
  );
}
