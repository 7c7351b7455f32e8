/** A link that leads nowhere says so, and shows the ways on. */
import { t } from "../i18n";
import { PAGES, toHash } from "../route";
import { Heading } from "../ui/widgets";

export function MissingPage({ words }: { words: string }) {
  return (
    <>
      <Heading title={t("web.missing.title")} lead={words} />
      <ul class="ways">
        {PAGES.map((page) => (
          <li key={page}>
            <a class="card" href={toHash(page, {})}>
              <strong>{t(`web.page.${page}`)}</strong>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
