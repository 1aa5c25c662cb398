package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.CacheTokens;
import dev.rowan.simulator.answer.TokenUsage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The result of each row in a few bytes: whether it was answered, by which model, and the tokens.
final class RowTally {
    private static final byte REFUSED = -1;

    private final byte[] models;
    private final int[] input;
    private final int[] output;
    private final CacheTokens[] cache;
    private final List<String> names = new ArrayList<>();
    private long promptTokens;

    private RowTally(int rows) {
        models = new byte[rows];
        input = new int[rows];
        output = new int[rows];
        cache = new CacheTokens[rows];
        Arrays.fill(cache, CacheTokens.NONE);
    }

    static RowTally of(JobRows rows) {
        var tally = new RowTally(rows.count());
        for (int row = 0; row < rows.count(); row++) {
            tally.models[row] = REFUSED;
            if (rows.work(row).result() instanceof RowResult.Done(var answered)) {
                tally.models[row] = (byte) tally.number(answered.model());
                tally.input[row] = (int) answered.usage().input();
                tally.promptTokens += answered.usage().input();
                tally.output[row] = (int) answered.usage().output();
                tally.cache[row] = answered.usage().cache();
            }
        }
        return tally;
    }

    private int number(String model) {
        int known = names.indexOf(model);
        if (known >= 0) {
            return known;
        }
        if (names.size() > Byte.MAX_VALUE) {
            return Byte.MAX_VALUE;
        }
        names.add(model);
        return names.size() - 1;
    }

    boolean isDone(int row) {
        return models[row] != REFUSED;
    }

    String model(int row) {
        return names.get(models[row]);
    }

    TokenUsage usage(int row) {
        return new TokenUsage(input[row], output[row], cache[row]);
    }

    /// The tokens of all prompts.
    long promptTokens() {
        return promptTokens;
    }
}
