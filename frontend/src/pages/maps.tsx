/** Maps: a player's complete plan as boards within boards, zoomed into and opened anywhere. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { gameOf, optionsOf, useAnswer, useHello } from "../app";
import { Position } from "../board/position";
import { t } from "../i18n";
import type { Map as PlayMap, MapCell } from "../protocol";
import { change, joinNames, type Params, route, splitNames, toHash } from "../route";
import { useStore } from "../store";
import { download } from "../ui/files";
import { GamePicker } from "../ui/game_picker";
import { Share } from "../ui/share";
import { Button, Heading, Panel, Problem, Select, Waiting } from "../ui/widgets";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function MapsPage() {
  const { params } = useStore(route);
  const greeting = useHello();
  const games = greeting.games.filter(({ map }) => map);
  const game = games.find(({ name }) => name === params.game) ?? gameOf(greeting, "tictactoe");
  const player = Number(params.player ?? 0) || 0;
  const answer = useAnswer("map", {
    game: game.name,
    options: optionsOf(params.options),
    player,
  });
  const { error, loading } = answer;
  // The map of the game before is no map of this one.
  const value = loading ? null : answer.value;
  const moves = splitNames(params.moves);
  const at = value
    ? value.cells.findIndex((cell) => joinNames(cell.moves) === joinNames(moves))
    : -1;
  return (
    <>
      <Heading title={t("web.page.maps")} lead={t("web.maps.lead")} />
      <div class="page-explore">
        <section class="stack" aria-label={value?.title ?? t("web.page.maps")}>
          <h2>{game.title}</h2>
          {!loading && <Problem error={error} />}
          {loading && <Waiting text={t("web.maps.solving")} />}
          {value && (
            <MapView
              map={value}
              at={at}
              onGo={(index) =>
                change({ moves: index < 0 ? null : joinNames(value.cells[index]?.moves ?? []) })
              }
            />
          )}
        </section>
        <aside class="stack no-print">
          <Panel title={t("web.play.setup")}>
            <GamePicker game={game} params={params} games={games} />
            <Select
              label={t("web.maps.for")}
              value={String(player)}
              choices={game.player_names.map((name, number) => ({
                value: String(number),
                label: name,
              }))}
              onChange={(number) => change({ player: number, moves: null })}
            />
            {value && <p class="soft">{t("web.maps.decisions", { count: value.decisions })}</p>}
            <div class="row">
              <Button
                icon="download"
                disabled={!value}
                onClick={() => value && download(fileOf(game.name, value))}
              >
                {t("web.maps.download")}
              </Button>
              <Button icon="print" disabled={!value} onClick={() => print()}>
                {t("web.exercises.print")}
              </Button>
              <Share />
            </div>
          </Panel>
          <Here game={game.name} params={params} cell={value?.cells[at] ?? null} />
        </aside>
      </div>
    </>
  );
}

function fileOf(game: string, { svg }: PlayMap) {
  return { name: `${game}-map.svg`, mime: "image/svg+xml", content: svg };
}

const AROUND = 0.12;

/** The picture, with every board in it a place to press. Larger boards come first. */
function MapView({ map, at, onGo }: { map: PlayMap; at: number; onGo: (index: number) => void }) {
  const whole = useMemo(() => boxOf(map.svg), [map.svg]);
  const [box, setBox] = useState<Box>(whole);
  const [focused, setFocused] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<{ x: number; y: number; box: Box; moved: boolean } | null>(null);
  useEffect(() => {
    const cell = map.cells[at];
    setBox(cell ? around(cell) : whole);
    if (cell) setFocused(at);
  }, [map, at]);
  useLayoutEffect(() => {
    const element = svg.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setBox((now) => scaled(now, Math.exp(event.deltaY / 400)));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") onGo(focused);
    else if (event.key === "Escape") onGo(-1);
    else if (by) {
      const to = Math.max(0, Math.min(map.cells.length - 1, focused + by));
      setFocused(to);
      const cell = map.cells[to];
      if (cell) setBox(around(cell));
      requestAnimationFrame(() =>
        svg.current?.querySelector<SVGElement>(`[data-map="${to}"]`)?.focus(),
      );
    } else return;
    event.preventDefault();
  }

  function onPointerMove(event: PointerEvent): void {
    const from = drag.current;
    const element = svg.current;
    if (!from || !element) return;
    const scale = Math.max(
      from.box.width / element.clientWidth,
      from.box.height / element.clientHeight,
    );
    const [dx, dy] = [(event.clientX - from.x) * scale, (event.clientY - from.y) * scale];
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 4) from.moved = true;
    if (from.moved) setBox({ ...from.box, x: from.box.x - dx, y: from.box.y - dy });
  }

  return (
    <div class="map">
      <svg
        ref={svg}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="group"
        aria-label={map.title}
        onKeyDown={onKeyDown}
        onPointerDown={(event) =>
          (drag.current = { x: event.clientX, y: event.clientY, box, moved: false })
        }
        onPointerMove={onPointerMove}
        onPointerLeave={() => (drag.current = null)}
        onPointerUp={() => requestAnimationFrame(() => (drag.current = null))}
      >
        <image
          href={`data:image/svg+xml;utf8,${encodeURIComponent(map.svg)}`}
          x={whole.x}
          y={whole.y}
          width={whole.width}
          height={whole.height}
        />
        {map.cells.map((cell, index) => (
          <rect
            key={index}
            data-map={index}
            class={index === at ? "map-cell map-here" : "map-cell"}
            x={cell.x}
            y={cell.y}
            width={cell.width}
            height={cell.height}
            role="button"
            tabIndex={index === focused ? 0 : -1}
            aria-label={cell.label}
            aria-pressed={index === at}
            onFocus={() => setFocused(index)}
            onClick={() => !drag.current?.moved && onGo(index)}
          />
        ))}
      </svg>
      <div class="canvas-tools no-print">
        <Button
          icon="zoomin"
          label={t("web.tree.closer")}
          onClick={() => setBox(scaled(box, 1 / 1.5))}
        />
        <Button
          icon="zoomout"
          label={t("web.tree.further")}
          onClick={() => setBox(scaled(box, 1.5))}
        />
        <Button icon="fit" label={t("web.tree.fit")} onClick={() => (setBox(whole), onGo(-1))} />
      </div>
    </div>
  );
}

function boxOf(svg: string): Box {
  const [x = 0, y = 0, width = 100, height = 100] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "")
    .split(/\s+/)
    .map(Number);
  return { x, y, width, height };
}

function around(cell: MapCell): Box {
  const margin = cell.width * AROUND;
  return {
    x: cell.x - margin,
    y: cell.y - margin,
    width: cell.width + 2 * margin,
    height: cell.height + 2 * margin,
  };
}

function scaled(box: Box, by: number): Box {
  const [width, height] = [box.width * by, box.height * by];
  return {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
  };
}

/** The position of the board that is chosen, and where to go with it. */
function Here({ game, params, cell }: { game: string; params: Params; cell: MapCell | null }) {
  const place = cell && { game, options: optionsOf(params.options), moves: cell.moves };
  const { value: view } = useAnswer("view", place);
  const link = { game, options: params.options, moves: cell ? joinNames(cell.moves) : null };
  return (
    <Panel title={t("web.maps.here")}>
      {cell && view ? (
        <>
          <p>{cell.label}</p>
          <Position view={view} label={cell.label} />
          <div class="row">
            <a class="button button-plain" href={toHash("play", link)}>
              {t("web.analyse.play")}
            </a>
            <a class="button button-plain" href={toHash("analyse", link)}>
              {t("web.play.analyse")}
            </a>
          </div>
        </>
      ) : (
        <p class="soft">{t("web.maps.choose")}</p>
      )}
    </Panel>
  );
}
