package dev.rowan.web.diagram;

import dev.rowan.web.diagram.GraphLayers.Item;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sorts each layer of a graph by the middle of its neighbours, down and up, and keeps the order with the fewest
/// crossings. Owned by one thread.
final class CrossingReduction {
    private static final int SWEEPS = 6;

    private final List<List<Item>> layers;
    private final Map<Item, List<Item>> below;
    private final Map<Item, List<Item>> above;

    /// The layers from top to bottom, and by item those it is connected to in the next layer and the one before.
    CrossingReduction(List<List<Item>> layers, Map<Item, List<Item>> below, Map<Item, List<Item>> above) {
        this.layers = layers;
        this.below = below;
        this.above = above;
    }

    List<List<Item>> order() {
        List<List<Item>> best = copy();
        int fewest = crossings();
        for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
            boolean down = sweep % 2 == 0;
            for (int i = 1; i < layers.size(); i++) {
                int layer = down ? i : layers.size() - 1 - i;
                sort(layers.get(layer), down ? above : below, layers.get(down ? layer - 1 : layer + 1));
            }
            int now = crossings();
            if (now < fewest) {
                fewest = now;
                best = copy();
            }
        }
        return best;
    }

    private static void sort(List<Item> layer, Map<Item, List<Item>> neighbours, List<Item> fixed) {
        var middles = new HashMap<Item, Double>();
        for (int i = 0; i < layer.size(); i++) {
            middles.put(
                    layer.get(i),
                    neighbours.getOrDefault(layer.get(i), List.of()).stream()
                            .mapToInt(fixed::indexOf)
                            .average()
                            .orElse(i));
        }
        layer.sort(Comparator.comparingDouble(item -> middles.getOrDefault(item, 0.0)));
    }

    private List<List<Item>> copy() {
        return new ArrayList<>(layers.stream()
                .map(layer -> (List<Item>) new ArrayList<>(layer))
                .toList());
    }

    private int crossings() {
        int crossings = 0;
        for (int i = 0; i + 1 < layers.size(); i++) {
            var ends = new ArrayList<Integer>();
            List<Item> next = layers.get(i + 1);
            for (Item item : layers.get(i)) {
                List<Integer> mine = below.getOrDefault(item, List.of()).stream()
                        .map(next::indexOf)
                        .toList();
                crossings += mine.stream()
                        .mapToInt(end ->
                                (int) ends.stream().filter(other -> other > end).count())
                        .sum();
                ends.addAll(mine);
            }
        }
        return crossings;
    }
}
