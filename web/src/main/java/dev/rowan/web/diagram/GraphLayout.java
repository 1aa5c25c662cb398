package dev.rowan.web.diagram;

import dev.rowan.web.diagram.DiagramLayout.Box;
import dev.rowan.web.diagram.DiagramLayout.Heading;
import dev.rowan.web.diagram.DiagramLayout.Kind;
import dev.rowan.web.diagram.DiagramLayout.Label;
import dev.rowan.web.diagram.DiagramLayout.Line;
import dev.rowan.web.diagram.GraphLayers.Edge;
import dev.rowan.web.diagram.GraphLayers.Item;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Lays out a graph from top to bottom in layers; edges start at the bottom of a node, in the order of their
/// targets, and end at the top of another.
final class GraphLayout {
    private static final int WIDTH = 208;
    private static final int PORT = 84;
    private static final int MARGIN = 8;
    private static final int GAP = 72;

    /// How far an edge goes straight down, beside its label.
    private static final int STRAIGHT = 20;

    private static final int DISCARD_HEIGHT = 22;
    private static final int ENTRY = 22;

    private final Diagram sketch;
    private final boolean marked;
    private final Map<String, Item> items = new LinkedHashMap<>();
    private final Map<Item, Box> boxes = new LinkedHashMap<>();
    private final GraphLayers layers = new GraphLayers();
    private int[] tops = {};
    private int[] bottoms = {};

    private GraphLayout(Diagram sketch, boolean marked) {
        this.sketch = sketch;
        this.marked = marked;
    }

    static DiagramLayout plan(Diagram sketch, boolean marked) {
        return new GraphLayout(sketch, marked).plan();
    }

    private DiagramLayout plan() {
        Stream.of(sketch.sources(), sketch.transforms(), sketch.sinks())
                .flatMap(List::stream)
                .forEach(node -> item(node));
        sketch.links().forEach(this::edge);
        layers.arrange(sketch.sources().stream()
                .map(source -> items.get(source.path()))
                .toList());
        int right = layers.all().stream().mapToInt(Item::right).max().orElse(0);
        int left = layers.all().stream().mapToInt(Item::left).min().orElse(0);
        layers.all().forEach(item -> item.shift(MARGIN - left));
        heights();
        sketch.sources().forEach(this::box);
        sketch.transforms().forEach(this::box);
        sketch.sinks().forEach(this::box);
        items.forEach((path, item) -> {
            if (!boxes.containsKey(item)) {
                place(item, DiagramPlanner.missing(path.replaceFirst("^sinks\\.", "")), true);
            }
        });
        List<Line> lines = lines();
        return new DiagramLayout(
                right - left + 2 * MARGIN, bottoms[bottoms.length - 1] + MARGIN, List.copyOf(boxes.values()), lines);
    }

    private Item item(Diagram.Node node) {
        return items.computeIfAbsent(node.path(), path -> {
            long ports = sketch.links().stream()
                    .filter(link -> link.from().equals(path))
                    .count();
            return layers.add(Math.max(WIDTH, (int) ports * PORT), DiagramPlanner.height(node, marked));
        });
    }

    private void edge(Diagram.Link link) {
        Item from = items.get(link.from());
        if (from == null) {
            return;
        }
        Item to = link.to()
                .map(path -> items.computeIfAbsent(
                        path, _ -> layers.add(WIDTH, DiagramPlanner.height(DiagramPlanner.missing(path), marked))))
                .orElseGet(() -> layers.add(PORT, DISCARD_HEIGHT));
        layers.connect(from, to, link);
    }

    private void heights() {
        tops = new int[layers.count()];
        bottoms = new int[layers.count()];
        int y = MARGIN;
        for (int layer = 0; layer < layers.count(); layer++) {
            tops[layer] = y;
            bottoms[layer] = y + layers.height(layer);
            y = bottoms[layer] + GAP;
        }
    }

    private void box(Diagram.Node node) {
        Item item = items.get(node.path());
        if (item != null) {
            place(item, node, false);
        }
    }

    private void place(Item item, Diagram.Node node, boolean missing) {
        boxes.put(
                item,
                new Box(
                        item.left(),
                        tops[item.layer()],
                        item.width(),
                        DiagramPlanner.height(node, marked),
                        node,
                        missing));
    }

    private List<Line> lines() {
        var lines = new ArrayList<Line>();
        for (Item item : items.values()) {
            List<Edge> leaving = layers.leaving(item);
            leaving.sort(Comparator.comparingInt(edge -> edge.path().get(1).centre()));
            for (int i = 0; i < leaving.size(); i++) {
                int port = item.left() + item.width() * (i + 1) / (leaving.size() + 1);
                lines.add(line(leaving.get(i), leaving.size() == 1 ? item.centre() : port));
            }
        }
        return lines;
    }

    /// Where an edge ends: those into one node are spread around its middle, in the order of where they come from.
    private int entry(Edge edge) {
        Item to = edge.path().getLast();
        List<Edge> entering = layers.entering(to);
        entering.sort(Comparator.comparingInt(other -> before(other).centre()));
        int at = entering.indexOf(edge);
        int spread = Math.min(ENTRY, to.width() / (entering.size() + 1));
        return to.centre() + (2 * at - entering.size() + 1) * spread / 2;
    }

    private static Item before(Edge edge) {
        return edge.path().get(edge.path().size() - 2);
    }

    private Line line(Edge edge, int port) {
        Item from = edge.path().getFirst();
        Item to = edge.path().getLast();
        Box box = Optional.ofNullable(boxes.get(from)).orElseThrow();
        var path = new StringBuilder("M" + port + " " + box.bottom());
        int x = port;
        int y = bottoms[from.layer()] + STRAIGHT;
        path.append(" V").append(y);
        for (Item via : edge.path().subList(1, edge.path().size() - 1)) {
            path.append(curve(x, y, via.centre(), tops[via.layer()]));
            path.append(" V").append(bottoms[via.layer()]);
            x = via.centre();
            y = bottoms[via.layer()];
        }
        int end = entry(edge);
        int top = tops[to.layer()];
        path.append(curve(x, y, end, top - 6));
        Diagram.Link link = edge.link();
        boolean discards = link.to().isEmpty();
        boolean fromSource = box.node().kind() == Diagram.Kind.SOURCE;
        String label = link.isError() ? fromSource ? "unreadable" : "error" : link.label();
        return new Line(
                discards ? Kind.DISCARD : link.isError() ? Kind.ERROR : Kind.PASS,
                link.step(),
                path.toString(),
                end,
                top,
                Heading.DOWN,
                new Label(label, port + 7, box.bottom() + 15),
                discards ? new Label("discarded", end - 26, top + 14) : Label.NONE);
    }

    private static String curve(int x, int y, int toX, int toY) {
        int middle = (y + toY) / 2;
        return x == toX ? " V" + toY : " C" + x + " " + middle + " " + toX + " " + middle + " " + toX + " " + toY;
    }
}
