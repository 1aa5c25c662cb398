package dev.rowan.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.graph.PartNumbers.Split;
import dev.rowan.engine.graph.PartNumbers.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Random rows through random splits: their numbers are unique, ordered, and can be inverted.
class PartNumbersPropertyTest {

    /// A token with the splits that it passed; `subtree` is itself and all that it became.
    private record Token(int part, List<Integer> passed, List<Step> steps) {}

    @Property(tries = 500)
    void numbersAreUniqueOrderedAndInvertible(@ForAll long seed) {
        var random = new Random(seed);
        List<Split> splits = randomSplits(random);
        var row = new RandomRow(random, splits, PartNumbers.of(splits));

        row.walk(new Token(0, List.of(), List.of()), random.nextInt(splits.size()));

        assertThat(row.tokens).extracting(Token::part).doesNotHaveDuplicates();
        for (Token token : row.tokens) {
            assertThat(row.numbers.path(token.part(), token.passed())).isEqualTo(token.steps());
            assertThat(row.numbers.paths(token.part())).contains(token.steps());
        }
    }

    @Property(tries = 200)
    void strideIsTheLargestProductOnAnyPathBehind(@ForAll long seed) {
        List<Split> splits = randomSplits(new Random(seed));
        PartNumbers numbers = PartNumbers.of(splits);

        for (Split split : splits) {
            assertThat((long) numbers.stride(split.node())).isEqualTo(largestProduct(split, splits));
        }
    }

    private static long largestProduct(Split split, List<Split> splits) {
        return split.next().stream()
                .map(splits::get)
                .mapToLong(next -> (next.mostChildren() + 1) * largestProduct(next, splits))
                .max()
                .orElse(1);
    }

    /// Up to 5 splits, each before some of the later ones.
    private static List<Split> randomSplits(Random random) {
        int count = 1 + random.nextInt(5);
        return IntStream.range(0, count)
                .mapToObj(node -> {
                    var next = new HashSet<Integer>();
                    IntStream.range(node + 1, count)
                            .filter(_ -> random.nextBoolean())
                            .forEach(next::add);
                    return new Split(node, 1 + random.nextInt(4), random.nextInt(2), next);
                })
                .toList();
    }

    /// A row whose tokens take random routes.
    private static final class RandomRow {
        private final Random random;
        private final List<Split> splits;
        private final PartNumbers numbers;
        private final List<Token> tokens = new ArrayList<>();

        RandomRow(Random random, List<Split> splits, PartNumbers numbers) {
            this.random = random;
            this.splits = splits;
            this.numbers = numbers;
        }

        /// Returns the numbers of the token and of all that it becomes.
        Set<Integer> walk(Token token, int at) {
            Split split = splits.get(at);
            var all = new HashSet<Integer>();
            int children = random.nextInt(split.mostChildren() + 1);
            int largest = -1;
            var passed = append(token.passed(), at);
            for (int n = split.first(); n < children + split.first(); n++) {
                int part = numbers.child(token.part(), at, n);
                var steps = n == 0 ? token.steps() : append(token.steps(), new Step(at, n));
                Set<Integer> subtree = goOn(new Token(part, passed, steps), split);
                assertThat(subtree).as("behind the sibling before").allMatch(largestSoFar(largest)::isBelow);
                largest = subtree.stream().mapToInt(Integer::intValue).max().orElseThrow();
                all.addAll(subtree);
            }
            if (split.first() == 1 || children == 0) {
                all.addAll(goOn(new Token(token.part(), passed, token.steps()), split)); // the parent, joined
            }
            return all;
        }

        private Set<Integer> goOn(Token token, Split behind) {
            var next = new ArrayList<>(behind.next());
            if (next.isEmpty() || random.nextInt(4) == 0) {
                tokens.add(token);
                return Set.of(token.part());
            }
            return walk(token, next.get(random.nextInt(next.size())));
        }

        private static Bound largestSoFar(int part) {
            return new Bound(part);
        }

        private record Bound(int part) {
            boolean isBelow(int other) {
                return part < other;
            }
        }

        private static <T> List<T> append(List<T> list, T item) {
            var longer = new ArrayList<>(list);
            longer.add(item);
            return List.copyOf(longer);
        }
    }
}
