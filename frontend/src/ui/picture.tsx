/** A drawing that the server made, on paper of its own: as an image it can run nothing. */
export function Picture({ svg, alt }: { svg: string; alt: string }) {
  return (
    <img
      ref={(image) => image?.style.setProperty("--shape", String(shapeOf(svg)))}
      class="picture"
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt={alt}
    />
  );
}

/** Width by height of a drawing, 1 if it does not say. */
function shapeOf(svg: string): number {
  const box = /viewBox="[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/.exec(svg);
  const [width, height] = [Number(box?.[1]), Number(box?.[2])];
  return width > 0 && height > 0 ? width / height : 1;
}
