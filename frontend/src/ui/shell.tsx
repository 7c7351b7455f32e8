/** The frame around every page: its name, the way to the others, language, theme, and news. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { announce, announcement, connection, hello } from "../app";
import { t, useTexts } from "../i18n";
import { PAGES, route, toHash } from "../route";
import { lang, theme, type Theme } from "../settings";
import { useStore } from "../store";
import { Icon } from "./icons";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const THEME_ICONS = { system: "auto", light: "sun", dark: "moon" } as const;

export function Shell({ children }: { children: ComponentChildren }) {
  useTexts();
  const { page } = useStore(route);
  const nav = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (first.current) first.current = false;
    else announce(t(`web.page.${page}`));
    if (here && nav.current) nav.current.scrollLeft = here.offsetLeft - nav.current.offsetLeft - 40;
  }, [page]);
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {t("web.skip")}
      </a>
      <header class="top">
        <a class="brand" href={toHash("home", {})} aria-label={t("web.home")}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path class="brand-edges" d="M16 9 7 24M16 9v15M16 9l9 15" />
            <path class="brand-max" d="M16 3l6 9H10z" />
            <circle class="brand-leaf" cx="7" cy="25" r="3.4" />
            <circle class="brand-leaf" cx="16" cy="25" r="3.4" />
            <circle class="brand-min" cx="25" cy="25" r="3.4" />
          </svg>
          <span>Adversario</span>
        </a>
        <nav class="pages" ref={nav} aria-label={t("web.pages")}>
          {PAGES.map((name) => (
            <a key={name} href={toHash(name, {})} aria-current={name === page ? "page" : undefined}>
              {t(`web.page.${name}`)}
            </a>
          ))}
        </nav>
        <div class="switches">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <Lost />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">
        <span>Adversario {hello.value?.version}</span>
        <span>{t("web.licence")}</span>
        {hello.value?.manual ? (
          <a href={hello.value.manual}>{t("web.documentation")}</a>
        ) : (
          <span>{t("web.documentation.folder")}</span>
        )}
      </footer>
      <News />
    </>
  );
}

/** The # of the URL is the router's, so the link moves the focus by hand. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function LanguageSwitch() {
  const current = useStore(lang);
  const other = current === "en" ? "es" : "en";
  return (
    <button
      type="button"
      class="switch"
      lang={other}
      aria-label={other === "es" ? "ES: cambiar a español" : "EN: change to English"}
      onClick={() => lang.set(other)}
    >
      {other.toUpperCase()}
    </button>
  );
}

function ThemeSwitch() {
  const current = useStore(theme);
  const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? "system";
  const label = t("web.theme", { theme: t(`web.theme.${current}`) });
  return (
    <button
      type="button"
      class="switch"
      aria-label={label}
      title={label}
      onClick={() => theme.set(next)}
    >
      <Icon name={THEME_ICONS[current]} />
    </button>
  );
}

/** A connection that comes back within this time was never missed. */
const A_MOMENT = 700;

function Lost() {
  const lost = useStore(connection.state) === "lost";
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = lost ? setTimeout(() => setLong(true), A_MOMENT) : undefined;
    if (!lost) setLong(false);
    return () => clearTimeout(timer);
  }, [lost]);
  if (!lost || !long) return null;
  return (
    <div class="lost" role="alert">
      <span>{t("web.connection.lost")}</span>
      <button type="button" class="button button-plain" onClick={() => location.reload()}>
        {t("web.reload")}
      </button>
    </div>
  );
}

function News() {
  const text = useStore(announcement);
  return (
    <div class="unseen" role="status" aria-live="polite">
      {text}
    </div>
  );
}
