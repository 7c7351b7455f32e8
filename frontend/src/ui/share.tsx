import { useState } from "preact/hooks";
import { announce } from "../app";
import { t } from "../i18n";
import { Button } from "./widgets";

/** Whether the page comes from this computer, which the links of others do not reach. */
function isLocal(): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}

/** Copies the address, which holds all there is to the page. */
export function Share() {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => {
        setCopied(true);
        announce(t("web.copied"));
        setTimeout(() => setCopied(false), isLocal() ? 8000 : 2000);
      },
      () => announce(location.href),
    );
  return (
    <>
      <Button icon={copied ? "check" : "link"} onClick={() => void copy()} label={t("web.share.why")}>
        {copied ? t("web.copied") : t("web.share")}
      </Button>
      {copied && isLocal() && (
        <span class="soft" role="status">
          {t("web.share.local")}
        </span>
      )}
    </>
  );
}
