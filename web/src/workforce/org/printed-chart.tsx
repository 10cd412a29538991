interface PrintedChartProps {
  title: string
  svg: string
  /** Its width by its height. */
  ratio: number
}

/** mm of a landscape page that are left below the title. */
const HEIGHT = 145

/** On paper the chart is one picture, as large as the page lets it be. It is here all the time, since paper does not wait for it. */
export function PrintedChart({ title, svg, ratio }: PrintedChartProps) {
  return (
    <>
      {/* For as long as the chart is on the page, the paper lies on its side. */}
      <style>{'@page { size: landscape; margin: 12mm }'}</style>
      <img
        alt={title}
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
        style={{ width: `min(100%, ${(HEIGHT * ratio).toFixed(1)}mm)` }}
        className="mx-auto hidden print:block"
      />
    </>
  )
}
