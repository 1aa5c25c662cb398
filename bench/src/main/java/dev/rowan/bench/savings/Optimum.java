package dev.rowan.bench.savings;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The least that the calls of a workload can cost, computed from its texts alone by someone who knows all of them
/// beforehand: calls follow each other in the best order, nothing is evicted, and every prefix is marked where that
/// pays, the whole prompt of equal rows too.
final class Optimum {
    private static final int CHARACTERS = 4;
    /// Caches without marks keep prefixes in steps of so many tokens.
    private static final int STEP = 128;

    private final Workload workload;
    private final Workload.Prices prices;

    Optimum(Workload workload) {
        this.workload = workload;
        this.prices = workload.prices();
    }

    /// In US dollars, for so many tokens of answers.
    BigDecimal cost(long outputTokens) {
        Map<String, Long> rows = new HashMap<>();
        for (int i = 0; i < workload.rows(); i++) {
            rows.merge(workload.text(i), 1L, Long::sum);
        }
        double input = prices.write() > 1 ? marked(rows) : automatic(new ArrayList<>(rows.entrySet()));
        return BigDecimal.valueOf((input * prices.input() + outputTokens * prices.output()) / 1e6);
    }

    /// Input tokens, as many as they cost: the prefix and each repeated row are written once and read by the others, or
    /// neither.
    private double marked(Map<String, Long> rows) {
        long prefix = workload.system().length() / CHARACTERS;
        double tokens = 0;
        long calls = 0;
        for (Map.Entry<String, Long> row : rows.entrySet()) {
            long count = row.getValue();
            long length = total(row.getKey()) - prefix;
            calls += count;
            tokens += prefix + length < prices.minimum() ? count * length : cached(length, count);
        }
        return tokens + (prefix < prices.minimum() ? calls * prefix : cached(prefix, calls));
    }

    private double cached(long tokens, long calls) {
        return tokens * Math.min((double) calls, prices.write() + (calls - 1) * prices.read());
    }

    /// A cache without marks: a row reads what it has in common with an earlier one, in whole steps. In order of the
    /// texts, neighbours have the most in common.
    private double automatic(List<Map.Entry<String, Long>> rows) {
        rows.sort(Map.Entry.comparingByKey());
        double tokens = 0;
        String before = "";
        boolean first = true;
        for (Map.Entry<String, Long> row : rows) {
            String text = row.getKey();
            long all = total(text);
            long common = first ? 0 : steps((workload.system().length() + 1 + common(before, text)) / CHARACTERS);
            tokens += all - common * (1 - prices.read());
            tokens += (row.getValue() - 1) * (all - steps(all) * (1 - prices.read()));
            before = text;
            first = false;
        }
        return tokens;
    }

    private long steps(long tokens) {
        long whole = tokens / STEP * STEP;
        return whole < prices.minimum() ? 0 : whole;
    }

    private static int common(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            if (a.charAt(i) != b.charAt(i)) {
                return i;
            }
        }
        return length;
    }

    private long total(String text) {
        return Math.ceilDiv(workload.system().length() + 1 + text.length(), CHARACTERS);
    }
}
