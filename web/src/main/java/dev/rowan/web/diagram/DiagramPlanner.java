package dev.rowan.web.diagram;

import dev.rowan.engine.pipeline.OnError;
import dev.rowan.web.diagram.DiagramLayout.Box;
import dev.rowan.web.diagram.DiagramLayout.Heading;
import dev.rowan.web.diagram.DiagramLayout.Kind;
import dev.rowan.web.diagram.DiagramLayout.Label;
import dev.rowan.web.diagram.DiagramLayout.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lays out a pipeline: the main path on the left from source to output; other sinks on the right, near the first
/// node that routes rows there, each with its own lane.
final class DiagramPlanner {
    static final int LEFT_WIDTH = 292;
    static final int RIGHT_WIDTH = 230;
    private static final int MARGIN = 8;
    private static final int GAP = 36;
    private static final int CLOSE = 18;
    private static final int LANES = 104;
    private static final int LANE = 16;
    private static final int BEND = 7;

    private final Diagram sketch;
    private final boolean marked;
    private final List<Box> chain = new ArrayList<>();
    private final Map<String, Box> aside = new LinkedHashMap<>();
    private final List<String> lanes = new ArrayList<>();

    private DiagramPlanner(Diagram sketch, boolean marked) {
        this.sketch = sketch;
        this.marked = marked;
    }

    /// `marked` reserves space for the labels of a trace.
    static DiagramLayout plan(Diagram sketch, boolean marked) {
        return sketch.isChain() ? new DiagramPlanner(sketch, marked).plan() : GraphLayout.plan(sketch, marked);
    }

    private DiagramLayout plan() {
        down();
        chain.forEach(box -> target(box.node()).ifPresent(this::lane));
        right();
        var lines = new ArrayList<Line>();
        for (int i = 0; i + 1 < chain.size(); i++) {
            lines.add(pass(chain.get(i), chain.get(i + 1)));
        }
        chain.forEach(box -> error(box).ifPresent(lines::add));
        var boxes = new ArrayList<>(chain);
        boxes.addAll(aside.values());
        int bottom = boxes.stream().mapToInt(Box::bottom).max().orElse(MARGIN);
        boolean narrow = aside.isEmpty() && lines.stream().allMatch(line -> line.kind() == Kind.PASS);
        int width = narrow
                ? LEFT_WIDTH + 2 * MARGIN
                : aside.isEmpty() ? MARGIN + LEFT_WIDTH + LANES + MARGIN : rightX() + RIGHT_WIDTH + MARGIN;
        return new DiagramLayout(width, bottom + MARGIN, boxes, lines);
    }

    /// The chain: source, transforms, and the sink of the rows that pass.
    private void down() {
        var nodes = new ArrayList<Diagram.Node>();
        sketch.source().ifPresent(nodes::add);
        nodes.addAll(sketch.transforms());
        sketch.sink(sketch.output()).ifPresent(nodes::add);
        int y = MARGIN;
        for (Diagram.Node node : nodes) {
            var box = new Box(MARGIN, y, LEFT_WIDTH, height(node), node, false);
            chain.add(box);
            y = box.bottom() + GAP;
        }
    }

    private int height(Diagram.Node node) {
        return height(node, marked);
    }

    static int height(Diagram.Node node, boolean marked) {
        return 50 + 16 * node.facts().size() + (node.problems().isEmpty() ? 0 : 18) + (marked ? 20 : 0);
    }

    private static Optional<String> target(Diagram.Node node) {
        return switch (node.onError()) {
            case OnError.ToSink(String sink) -> Optional.of(sink);
            case OnError.Discard _, OnError.Stay _, OnError.ToNode _ -> Optional.empty();
        };
    }

    private void lane(String sink) {
        if (!lanes.contains(sink)) {
            lanes.add(sink);
        }
    }

    private int laneX(String sink) {
        return MARGIN + LEFT_WIDTH + LANES + LANE * lanes.indexOf(sink);
    }

    private int rightX() {
        return MARGIN + LEFT_WIDTH + LANES + LANE * Math.max(1, lanes.size()) + 22;
    }

    private void right() {
        int free = MARGIN;
        for (String name : lanes) {
            if (name.equals(sketch.output()) && sketch.sink(name).isPresent()) {
                continue;
            }
            int from = chain.stream()
                    .filter(box -> target(box.node()).equals(Optional.of(name)))
                    .mapToInt(Box::middle)
                    .findFirst()
                    .orElse(free);
            free = placeSink(name, from, free);
        }
        for (Diagram.Node sink : sketch.sinks()) {
            if (!aside.containsKey(sink.name()) && !sink.name().equals(sketch.output())) {
                free = placeSink(sink.name(), free, free);
            }
        }
    }

    /// A sink that the file does not define.
    static Diagram.Node missing(String name) {
        return new Diagram.Node(
                Diagram.Kind.SINK,
                "sinks." + name,
                name,
                "no such sink",
                List.of(),
                new OnError.Stay(),
                List.of(),
                List.of());
    }

    /// Places a sink near `wanted`, but below `free`; returns the next free position.
    private int placeSink(String name, int wanted, int free) {
        Optional<Diagram.Node> found = sketch.sink(name);
        Diagram.Node node = found.orElseGet(() -> missing(name));
        int height = height(node);
        var box = new Box(rightX(), Math.max(free, wanted - height / 2), RIGHT_WIDTH, height, node, found.isEmpty());
        aside.put(name, box);
        return box.bottom() + CLOSE;
    }

    private static Line pass(Box from, Box to) {
        int x = from.x() + LEFT_WIDTH / 2;
        return new Line(
                Kind.PASS,
                DiagramTrace.Step.next(from.node().path()),
                "M" + x + " " + from.bottom() + " V" + (to.y() - 6),
                x,
                to.y(),
                Heading.DOWN,
                new Label("", x + 9, (from.bottom() + to.y()) / 2 + 2),
                Label.NONE);
    }

    private Optional<Line> error(Box from) {
        String path = from.node().path();
        int y = from.middle();
        int start = from.right();
        var label = new Label(from.node().kind() == Diagram.Kind.SOURCE ? "unreadable" : "on error", start + 10, y - 6);
        return switch (from.node().onError()) {
            case OnError.Stay _, OnError.ToNode _ -> Optional.empty();
            case OnError.Discard _ ->
                Optional.of(new Line(
                        Kind.DISCARD,
                        DiagramTrace.Step.error(path),
                        "M" + start + " " + y + " H" + (start + 66),
                        start + 72,
                        y,
                        Heading.RIGHT,
                        label,
                        new Label("discarded", label.x() + 6, y + 16)));
            case OnError.ToSink(String sink) -> Optional.of(toSink(from, sink, label));
        };
    }

    private Line toSink(Box from, String sink, Label label) {
        boolean back = !aside.containsKey(sink);
        Box to = back ? chain.getLast() : aside.get(sink);
        if (to == null) {
            throw new IllegalStateException("sink '" + sink + "' has no place");
        }
        int x = back ? to.right() : to.x();
        int y = to.middle();
        return new Line(
                Kind.ERROR,
                DiagramTrace.Step.error(from.node().path()),
                "M" + from.right() + " " + from.middle() + bent(from.middle(), laneX(sink), y, back) + " H"
                        + (back ? x + 6 : x - 6),
                x,
                y,
                back ? Heading.LEFT : Heading.RIGHT,
                label,
                Label.NONE);
    }

    /// To the lane, along it to `to`, and out of it again, with round corners.
    private static String bent(int from, int lane, int to, boolean back) {
        if (Math.abs(to - from) <= 2 * BEND && !back) {
            return to == from ? "" : " H" + lane + " V" + to;
        }
        int way = to > from ? BEND : -BEND;
        return " H" + (lane - BEND) + " Q" + lane + " " + from + " " + lane + " " + (from + way) + " V" + (to - way)
                + " Q" + lane + " " + to + " " + (back ? lane - BEND : lane + BEND) + " " + to;
    }
}
