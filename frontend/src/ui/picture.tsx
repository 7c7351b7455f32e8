/** A drawing that the server made, on paper of its own: as an image it can run nothing. */
export function Picture({ svg, alt }: { svg: string; alt: string }) {
  return (
    <img class="picture" src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`} alt={alt} />
  );
}
