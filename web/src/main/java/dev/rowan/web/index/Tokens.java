package dev.rowan.web.index;

import dev.rowan.landscape.RowScan;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The tokens of a run and their columns. The first token of each row of a source is in `first`, in the order of
/// rows. Those that a row was split into, the rows that aggregates made, and rows that several writers read out of
/// order are in `others`, with numbers below zero, and `order` lists both by row and part when there are any. Guarded
/// by
/// the lock of its [RowIndex].
final class Tokens {
    private final TokenColumns first = new TokenColumns();
    private final TokenColumns others = new TokenColumns();
    private final TokenMap otherNumbers = new TokenMap();
    private int @Nullable [] order;

    /// Adds a row that was read, with its first token.
    void add(long row) {
        boolean inOrder = !RowScan.isDerived(row) && (first.size() == 0 || row > first.row(first.size() - 1));
        if (inOrder && otherNumbers.get(row, 0) < 0) {
            first.add(row, 0);
        } else {
            token(row, 0);
        }
    }

    int count() {
        return first.size() + others.size();
    }

    TokenColumns of(int token) {
        return token < 0 ? others : first;
    }

    /// Where the token is in its columns.
    static int at(int token) {
        return token < 0 ? ~token : token;
    }

    boolean has(long row, int part) {
        return find(row, part).isPresent();
    }

    private OptionalInt find(long row, int part) {
        int known = part == 0 ? first.find(row) : -1;
        if (known >= 0) {
            return OptionalInt.of(known);
        }
        int other = otherNumbers.get(row, part);
        return other >= 0 ? OptionalInt.of(~other) : OptionalInt.empty();
    }

    /// The number of a token; one that is new is added.
    int token(long row, int part) {
        return find(row, part).orElseGet(() -> {
            int added = others.add(row, part);
            otherNumbers.put(row, part, added);
            return ~added;
        });
    }

    /// The token at a position in the order of row and part.
    int inOrder(int position) {
        return order == null ? position : order[position];
    }

    /// The first position after `row`.
    int placeAfter(long row) {
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int token = inOrder(middle);
            if (of(token).row(at(token)) <= row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Sorts the tokens after some were added.
    void putInOrder() {
        if (others.size() == 0) {
            return;
        }
        var sorted = new Integer[others.size()];
        Arrays.setAll(sorted, i -> i);
        Arrays.sort(
                sorted,
                (a, b) -> others.row(a) != others.row(b)
                        ? Long.compare(others.row(a), others.row(b))
                        : Integer.compare(others.part(a), others.part(b)));
        var all = new int[count()];
        int next = 0;
        int other = 0;
        for (int i = 0; i < first.size(); i++) {
            while (other < sorted.length && others.row(sorted[other]) < first.row(i)) {
                all[next++] = ~sorted[other++];
            }
            all[next++] = i;
            while (other < sorted.length && others.row(sorted[other]) == first.row(i)) {
                all[next++] = ~sorted[other++];
            }
        }
        while (other < sorted.length) {
            all[next++] = ~sorted[other++];
        }
        order = all;
    }

    long bytes() {
        return first.bytes() + others.bytes() + otherNumbers.bytes() + (order == null ? 0 : 4L * order.length);
    }
}
