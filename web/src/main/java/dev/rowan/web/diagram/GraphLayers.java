package dev.rowan.web.diagram;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// The places of a graph's items: layers by the longest way, the order within each with few crossings, and
/// horizontal positions near what they are connected to (as Sugiyama does). Owned by one thread.
final class GraphLayers {
    private static final int SWEEPS = 6;
    private static final int SPACE = 26;
    private static final int BEND_WIDTH = 10;

    private final List<Item> items = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private List<List<Item>> layers = new ArrayList<>();

    /// A node, or the bend of an edge in a layer that it crosses.
    static final class Item {
        private final int width;
        private final int height;
        private int layer;
        private double x;

        private Item(int width, int height) {
            this.width = width;
            this.height = height;
        }

        int layer() {
            return layer;
        }

        int width() {
            return width;
        }

        int centre() {
            return (int) Math.round(x);
        }

        int left() {
            return centre() - width / 2;
        }

        int right() {
            return left() + width;
        }

        void shift(int by) {
            x = Math.round(x) + by;
        }
    }

    /// An edge with the items that it passes, from its first to its last.
    record Edge(Diagram.Link link, List<Item> path) {}

    Item add(int width, int height) {
        var item = new Item(width, height);
        items.add(item);
        return item;
    }

    /// Adds an edge, unless it leads back to where it comes from.
    void connect(Item from, Item to, Diagram.Link link) {
        if (!reaches(to, from)) {
            edges.add(new Edge(link, new ArrayList<>(List.of(from, to))));
        }
    }

    private boolean reaches(Item from, Item to) {
        var seen = new HashSet<Item>();
        var open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            Item at = open.poll();
            if (at == to) {
                return true;
            }
            if (seen.add(at)) {
                leaving(at).forEach(edge -> open.add(edge.path().getLast()));
            }
        }
        return false;
    }

    List<Item> all() {
        return layers.stream().flatMap(List::stream).toList();
    }

    int count() {
        return layers.size();
    }

    int height(int layer) {
        return layers.get(layer).stream().mapToInt(item -> item.height).max().orElse(0);
    }

    List<Edge> leaving(Item item) {
        return new ArrayList<>(
                edges.stream().filter(edge -> edge.path().getFirst() == item).toList());
    }

    List<Edge> entering(Item item) {
        return new ArrayList<>(
                edges.stream().filter(edge -> edge.path().getLast() == item).toList());
    }

    void arrange(List<Item> sources) {
        assignLayers(sources);
        layers = new ArrayList<>();
        int last = items.stream().mapToInt(Item::layer).max().orElse(0);
        for (int i = 0; i <= last; i++) {
            layers.add(new ArrayList<>());
        }
        bend();
        fill();
        layers = new CrossingReduction(layers, neighbours(1), neighbours(-1)).order();
        position();
    }

    /// Each item is below all that lead to it; a source is right above where its rows start.
    private void assignLayers(List<Item> sources) {
        lower();
        for (Item source : sources) {
            leaving(source).stream()
                    .filter(edge -> !edge.link().isError())
                    .mapToInt(edge -> edge.path().getLast().layer - 1)
                    .min()
                    .ifPresent(layer -> source.layer = layer);
        }
        lower();
    }

    private void lower() {
        for (boolean moved = true; moved; ) {
            moved = false;
            for (Edge edge : edges) {
                int least = edge.path().getFirst().layer + 1;
                if (edge.path().getLast().layer < least) {
                    edge.path().getLast().layer = least;
                    moved = true;
                }
            }
        }
    }

    /// Gives each edge a bend in the layers that it crosses.
    private void bend() {
        for (Edge edge : edges) {
            int from = edge.path().getFirst().layer;
            int to = edge.path().getLast().layer;
            for (int layer = from + 1; layer < to; layer++) {
                Item bend = add(BEND_WIDTH, 0);
                bend.layer = layer;
                edge.path().add(edge.path().size() - 1, bend);
            }
        }
    }

    /// Fills the layers in the order in which a walk along the edges comes by.
    private void fill() {
        var seen = new HashSet<Item>();
        Map<Item, List<Item>> next = neighbours(1);
        items.stream()
                .filter(item -> entering(item).isEmpty() && item.height > 0)
                .forEach(item -> visit(item, next, seen));
        items.forEach(item -> visit(item, next, seen));
    }

    private void visit(Item item, Map<Item, List<Item>> next, Set<Item> seen) {
        if (seen.add(item)) {
            layers.get(item.layer).add(item);
            next.getOrDefault(item, List.of()).forEach(after -> visit(after, next, seen));
        }
    }

    /// By item, those it is connected to in the next layer (1) or the one before (-1).
    private Map<Item, List<Item>> neighbours(int direction) {
        var found = new HashMap<Item, List<Item>>();
        for (Edge edge : edges) {
            List<Item> path = edge.path();
            for (int i = 0; i + 1 < path.size(); i++) {
                Item from = direction > 0 ? path.get(i) : path.get(i + 1);
                Item to = direction > 0 ? path.get(i + 1) : path.get(i);
                found.computeIfAbsent(from, _ -> new ArrayList<>()).add(to);
            }
        }
        return found;
    }

    /// Moves items to the middle of their neighbours, down and up, without overlaps.
    private void position() {
        layers.forEach(layer -> spread(layer, _ -> List.of()));
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            boolean down = sweep % 2 == 0;
            Map<Item, List<Item>> neighbours = neighbours(down ? -1 : 1);
            for (int i = 0; i < layers.size(); i++) {
                spread(layers.get(down ? i : layers.size() - 1 - i), item -> neighbours.getOrDefault(item, List.of()));
            }
        }
    }

    /// The positions nearest to the wanted ones that keep order and distance: neighbours that would overlap share
    /// the mean of what they want (isotonic regression).
    private static void spread(List<Item> layer, Function<Item, List<Item>> neighbours) {
        double[] offsets = new double[layer.size()];
        var blocks = new ArrayList<double[]>(); // sum, count
        for (int i = 0; i < layer.size(); i++) {
            Item item = layer.get(i);
            if (i > 0) {
                offsets[i] = offsets[i - 1] + (layer.get(i - 1).width + item.width) / 2.0 + SPACE;
            }
            double wanted = neighbours.apply(item).stream()
                    .mapToDouble(other -> other.x)
                    .average()
                    .orElse(item.x);
            blocks.add(new double[] {wanted - offsets[i], 1});
            while (blocks.size() > 1 && mean(blocks.get(blocks.size() - 2)) >= mean(blocks.getLast())) {
                double[] last = blocks.removeLast();
                blocks.getLast()[0] += last[0];
                blocks.getLast()[1] += last[1];
            }
        }
        int at = 0;
        for (double[] block : blocks) {
            for (int i = 0; i < block[1]; i++, at++) {
                layer.get(at).x = mean(block) + offsets[at];
            }
        }
    }

    private static double mean(double[] block) {
        return block[0] / block[1];
    }
}
