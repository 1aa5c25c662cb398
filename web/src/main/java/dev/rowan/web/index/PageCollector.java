package dev.rowan.web.index;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.web.index.PageQuery.From;
import dev.rowan.web.index.PageQuery.OrderKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// Collects a page from the matching tokens. Owned by one thread.
///
/// Tokens with equal keys must be offered best first (see [#isFromEnd]), so that one that is not better than the
/// worst of a full page is skipped by one comparison.
final class PageCollector {
    private final PageQuery question;
    private final boolean backward;
    private final Optional<OrderKey> from;
    private final PriorityQueue<Held> held;
    private long matched;
    private long beyond;
    private long cost;
    private long uncertain;
    private long unpriced;

    private record Held(OrderKey key, int token) {}

    PageCollector(PageQuery question) {
        this.question = question;
        this.backward = question.from() instanceof From.Before || question.from() instanceof From.Last;
        this.from = switch (question.from()) {
            case From.After(OrderKey key) -> Optional.of(key);
            case From.Before(OrderKey key) -> Optional.of(key);
            case From.First _, From.Last _ -> Optional.empty();
        };
        this.held = new PriorityQueue<>((a, b) -> compare(b.key(), a.key()));
    }

    private int compare(OrderKey a, OrderKey b) {
        return compare(a.value(), a.row(), a.part(), b);
    }

    private int compare(long value, long row, int part, OrderKey other) {
        int compared = question.compare(value, row, part, other);
        return backward ? -compared : compared;
    }

    /// Whether tokens must be offered from the last row on.
    boolean isFromEnd() {
        boolean falling = question.sort() == PageQuery.Sort.ROW && question.falling();
        return falling != backward;
    }

    void offer(TokenColumns columns, int token, int id) {
        matched++;
        cost += columns.cost(token);
        if (columns.isDoubtful(token)) {
            CallCost one = columns.callCost(token);
            uncertain += one.uncertain();
            unpriced += one.unpriced();
        }
        long value = question.value(columns, token);
        if (held.size() == question.limit() && isNoBetter(value)) {
            beyond++;
            return;
        }
        long row = columns.row(token);
        int part = columns.part(token);
        if (from.isPresent() && compare(value, row, part, from.get()) <= 0) {
            return;
        }
        beyond++;
        if (held.size() == question.limit()) {
            if (compare(value, row, part, held.element().key()) >= 0) {
                return;
            }
            held.remove();
        }
        held.add(new Held(new OrderKey(value, row, part), id));
    }

    private boolean isNoBetter(long value) {
        if (question.sort() == PageQuery.Sort.ROW) {
            return true;
        }
        long worst = held.element().key().value();
        return question.falling() == backward ? value >= worst : value <= worst;
    }

    /// The numbers of the page's tokens, in the order of the page.
    List<Integer> tokens() {
        var sorted = new ArrayList<>(held);
        sorted.sort((a, b) -> backward ? compare(b.key(), a.key()) : compare(a.key(), b.key()));
        return sorted.stream().map(Held::token).toList();
    }

    long matched() {
        return matched;
    }

    /// The total cost of the matching tokens; a token with an uncertain cost counts as one attempt.
    CallCost cost() {
        return new CallCost(new Usd(cost), Usd.ZERO, uncertain, unpriced);
    }

    long offset() {
        return backward ? beyond - held.size() : matched - beyond;
    }
}
