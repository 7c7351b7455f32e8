/** The course: its contents, and its pages one after the other. */
import { useEffect } from "preact/hooks";
import { useAnswer } from "../app";
import { Block } from "../course/blocks";
import { answers, forgetAnswers, rightOn } from "../course/progress";
import { Spans } from "../course/spans";
import { t } from "../i18n";
import type { CourseContents, CoursePage as PagePayload } from "../protocol";
import { change, route, toHash } from "../route";
import { useStore } from "../store";
import { Icon } from "../ui/icons";
import { Share } from "../ui/share";
import { Button, Heading, Problem, Waiting } from "../ui/widgets";

export function CoursePage() {
  const { params } = useStore(route);
  const contents = useAnswer("course", {});
  if (contents.error) return <Problem error={contents.error} />;
  if (!contents.value)
    return (
      <>
        <Heading title={t("web.page.course")} lead={t("web.course.lead")} />
        <Waiting />
      </>
    );
  if (params.page === undefined) return <Contents contents={contents.value} />;
  return <Lesson key={params.page} name={params.page} contents={contents.value} />;
}

function Contents({ contents }: { contents: CourseContents }) {
  const all = useStore(answers);
  return (
    <>
      <Heading title={t("web.page.course")} lead={t("web.course.lead")} />
      <ol class="course-contents">
        {contents.pages.map((page) => {
          const right = rightOn(page.name, all);
          return (
            <li key={page.name}>
              <a class="card" href={toHash("course", { page: page.name })}>
                <strong>{page.title}</strong>
                <span>
                  <Spans of={page.lead} />
                </span>
                <small class="soft">
                  {page.questions > 0 && right >= page.questions && <Icon name="check" />}
                  {t("web.course.progress", { right, questions: page.questions })}
                </small>
              </a>
            </li>
          );
        })}
      </ol>
      <div class="row">
        <a class="button button-plain" href={toHash("class", {})}>
          {t("web.page.class")}
        </a>
        <Button kind="quiet" icon="trash" onClick={forgetAnswers}>
          {t("web.exercises.forget")}
        </Button>
      </div>
      <p class="soft keys">{t("web.exercises.private")}</p>
    </>
  );
}

function Lesson({ name, contents }: { name: string; contents: CourseContents }) {
  const { value: page, error } = useAnswer("course.page", { page: name });
  useEffect(() => {
    if (page) document.title = `${page.title} · Adversario`;
    window.scrollTo(0, 0);
  }, [page?.title]);
  if (error)
    return (
      <>
        <Heading title={t("web.page.course")} lead={t("web.course.lead")} />
        <Problem error={error} />
        <Button onClick={() => change({ page: null })}>{t("web.course.contents")}</Button>
      </>
    );
  if (!page)
    return (
      <>
        <Heading title={contents.pages.find((each) => each.name === name)?.title ?? ""} lead="" />
        <Waiting text={t("web.course.computing")} />
      </>
    );
  return <Article page={page} contents={contents} />;
}

function Article({ page, contents }: { page: PagePayload; contents: CourseContents }) {
  const at = contents.pages.findIndex(({ name }) => name === page.name);
  const first = page.blocks.findIndex(({ question }) => question);
  return (
    <article class="course-page">
      <Steps contents={contents} at={at} label={t("web.course.pages_above")} />
      <h1>{page.title}</h1>
      <p class="lead">
        <Spans of={page.lead} />
      </p>
      {page.blocks.map((block, number) => (
        <>
          {number === first && <h2 key="questions">{t("web.course.questions")}</h2>}
          <Block key={number} block={block} page={page.name} />
        </>
      ))}
      <Steps contents={contents} at={at} label={t("web.course.pages_below")} />
      <div class="row no-print">
        <Share />
        <Button icon="print" onClick={() => print()}>
          {t("web.exercises.print")}
        </Button>
      </div>
    </article>
  );
}

/** The way to the page before, to the contents, and to the next page. */
function Steps(props: { contents: CourseContents; at: number; label: string }) {
  const { pages } = props.contents;
  const [before, after] = [pages[props.at - 1], pages[props.at + 1]];
  return (
    <nav class="course-steps no-print" aria-label={props.label}>
      {before ? (
        <a rel="prev" href={toHash("course", { page: before.name })}>
          ← {before.title}
        </a>
      ) : (
        <span />
      )}
      <a class="course-up" href={toHash("course", {})}>
        {t("web.course.contents")} · {props.at + 1} / {pages.length}
      </a>
      {after ? (
        <a rel="next" href={toHash("course", { page: after.name })}>
          {after.title} →
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
