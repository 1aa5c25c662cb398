package dev.rowan.engine.graph;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The numbers of the tokens of a row, independent of timing: child *n* of token *p* is `p + n * stride`.
///
/// The stride of a split is the largest product of (most children + 1) along any path behind it. So the numbers
/// of a row's tokens are unique, in branch and document order, and tell a token's parent and its ordinal.
public final class PartNumbers {
    /// Every part is below 2^31.
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(31);

    private final Map<Integer, Split> splits;
    private final Map<Integer, Integer> strides = new LinkedHashMap<>();

    /// A fork or an expansion.
    ///
    /// `first` is the ordinal of the first child: 1 for branches and for children that a join closes, else 0,
    /// as the first child then is the parent token itself. `next` are the splits that a path along any edges
    /// reaches from here without another split between; the path ends at an aggregate, whose rows are new.
    public record Split(int node, int mostChildren, int first, Set<Integer> next) {
        public Split {
            next = Set.copyOf(next);
            if (mostChildren < 1 || first < 0 || first > 1) {
                throw new IllegalArgumentException(
                        "a split needs children from 0 or 1, got " + mostChildren + " from " + first);
            }
        }

        int last() {
            return mostChildren - 1 + first;
        }
    }

    /// A split that a token passed, and which of its children it, or the ancestor at that split, is.
    public record Step(int split, int ordinal) {}

    /// Too many parts: `split` and the splits behind it need `parts` numbers.
    public record Overflow(int split, BigInteger parts) {}

    private PartNumbers(Map<Integer, Split> splits) {
        this.splits = splits;
    }

    /// The problem of these splits if their parts do not stay below 2^31: the validation error `parts`.
    public static Optional<Overflow> check(Collection<Split> splits) {
        var byNode = byNode(splits);
        var widths = new LinkedHashMap<Integer, BigInteger>();
        return byNode.keySet().stream()
                .map(node -> new Overflow(node, width(node, byNode, widths)))
                .filter(overflow -> overflow.parts().compareTo(LIMIT) > 0)
                .max(Comparator.comparing(Overflow::parts));
    }

    /// The numbers of a graph with these splits, which have passed [#check].
    public static PartNumbers of(Collection<Split> splits) {
        check(splits).ifPresent(overflow -> {
            throw new IllegalArgumentException("the parts of a row must stay below 2^31, got " + overflow);
        });
        var numbers = new PartNumbers(byNode(splits));
        var widths = new LinkedHashMap<Integer, BigInteger>();
        for (Split split : splits) {
            numbers.strides.put(
                    split.node(), stride(split, numbers.splits, widths).intValueExact());
        }
        return numbers;
    }

    private static Map<Integer, Split> byNode(Collection<Split> splits) {
        var byNode = new LinkedHashMap<Integer, Split>();
        splits.forEach(split -> byNode.put(split.node(), split));
        return byNode;
    }

    /// How many numbers a token needs for itself and all that it may become at this split and behind.
    private static BigInteger width(int node, Map<Integer, Split> splits, Map<Integer, BigInteger> widths) {
        BigInteger known = widths.get(node);
        if (known != null) {
            return known;
        }
        Split split = splits.get(node);
        if (split == null) {
            throw new IllegalArgumentException("node " + node + " is behind a split, but is not a split");
        }
        BigInteger width = BigInteger.valueOf(split.mostChildren() + 1L).multiply(stride(split, splits, widths));
        widths.put(node, width);
        return width;
    }

    private static BigInteger stride(Split split, Map<Integer, Split> splits, Map<Integer, BigInteger> widths) {
        return split.next().stream()
                .map(next -> width(next, splits, widths))
                .max(Comparator.naturalOrder())
                .orElse(BigInteger.ONE);
    }

    public boolean isSplit(int node) {
        return splits.containsKey(node);
    }

    /// The ordinal of the first child of a split.
    public int first(int split) {
        return find(split, splits).first();
    }

    /// The most children of a split.
    public int mostChildren(int split) {
        return find(split, splits).mostChildren();
    }

    public int stride(int split) {
        return find(split, strides);
    }

    /// The part of a child of the token `parent` at a split.
    public int child(int parent, int split, int ordinal) {
        Split at = find(split, splits);
        if (ordinal < at.first() || ordinal > at.last()) {
            throw new IllegalArgumentException(
                    "child " + ordinal + " of split " + split + " is not from " + at.first() + " to " + at.last());
        }
        return Math.addExact(parent, Math.multiplyExact(ordinal, stride(split)));
    }

    /// How a token with this number came about if it passed `passed`, the splits on its path in their order. A
    /// split at which it is the parent, as it is behind a join, has no step.
    public List<Step> path(int part, List<Integer> passed) {
        var steps = new ArrayList<Step>();
        int rest = part;
        for (int split : passed) {
            int ordinal = rest / stride(split);
            rest %= stride(split);
            if (ordinal > find(split, splits).last()) {
                throw new IllegalArgumentException("part " + part + " does not pass the splits " + passed);
            }
            if (ordinal > 0) {
                steps.add(new Step(split, ordinal));
            }
        }
        if (rest != 0) {
            throw new IllegalArgumentException("part " + part + " passes more splits than " + passed);
        }
        return steps;
    }

    /// Every way in which a token can have this number: more than one only if tokens reach different splits by
    /// different routes. No way at all: the number fits no stride.
    public List<List<Step>> paths(int part) {
        if (part == 0) {
            return List.of(List.of());
        }
        var found = new HashSet<List<Step>>();
        splits.keySet().forEach(split -> collect(part, split, List.of(), found));
        return found.stream().sorted(Comparator.comparing(List::toString)).toList();
    }

    private void collect(int rest, int node, List<Step> before, Set<List<Step>> found) {
        Split split = find(node, splits);
        int ordinal = rest / stride(node);
        if (ordinal > split.last()) {
            return;
        }
        var steps = before;
        if (ordinal > 0) {
            steps = new ArrayList<>(before);
            steps.add(new Step(node, ordinal));
        }
        int behind = rest % stride(node);
        if (behind == 0) {
            found.add(List.copyOf(steps));
            return;
        }
        for (int next : split.next()) {
            collect(behind, next, steps, found);
        }
    }

    private static <T> T find(int split, Map<Integer, T> known) {
        T found = known.get(split);
        if (found == null) {
            throw new IllegalArgumentException("node " + split + " is not a split");
        }
        return found;
    }
}
