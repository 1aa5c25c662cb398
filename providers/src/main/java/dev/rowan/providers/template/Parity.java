package dev.rowan.providers.template;

import io.pebbletemplates.pebble.extension.Test;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `n is even` and `n is odd`: whether a number leaves `remainder` when divided by two.
record Parity(String name, int remainder) implements Test {
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    @Override
    public List<String> getArgumentNames() {
        return List.of();
    }

    @Override
    public boolean apply(
            @Nullable Object input,
            Map<String, Object> args,
            PebbleTemplate self,
            EvaluationContext context,
            int lineNumber) {
        BigDecimal number = Numbers.operand(input, "is " + name);
        return Numbers.modulo(number, TWO).compareTo(BigDecimal.valueOf(remainder)) == 0;
    }
}
