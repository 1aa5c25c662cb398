package dev.rowan.transforms.statistics;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The numbers of one field. Sums and quantiles are exact: all numbers are kept until the group ends, about 40
/// bytes each. Only a mean that has no finite decimal form is rounded, to 34 digits.
final class Numbers {
    /// A larger exponent would make exact sums very long.
    private static final int MAX_EXPONENT = 400;

    private final List<BigDecimal> values = new ArrayList<>();

    /// A value as a number; empty if it is none or so large or small that its exact sum would be too long.
    static Optional<BigDecimal> of(@Nullable Object value) {
        Optional<BigDecimal> number = switch (value) {
            case Long n -> Optional.of(BigDecimal.valueOf(n));
            case BigInteger n -> Optional.of(new BigDecimal(n));
            case BigDecimal n -> Optional.of(n);
            case null, default -> Optional.empty();
        };
        return number.filter(n -> Math.abs((long) n.precision() - n.scale()) <= MAX_EXPONENT
                && Math.abs((long) n.scale()) <= MAX_EXPONENT);
    }

    void add(BigDecimal value) {
        values.add(value);
    }

    /// The measures by name; those that need a value are null if there is none.
    Map<String, @Nullable Object> measures(List<BigDecimal> quantiles) {
        Collections.sort(values);
        BigDecimal sum = values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        boolean none = values.isEmpty();
        var measures = new LinkedHashMap<String, @Nullable Object>();
        measures.put("count", (long) values.size());
        measures.put("sum", plain(sum));
        measures.put("mean", none ? null : plain(quotient(sum, BigDecimal.valueOf(values.size()))));
        measures.put("min", none ? null : plain(values.getFirst()));
        measures.put("max", none ? null : plain(values.getLast()));
        for (BigDecimal quantile : quantiles) {
            measures.put(StatisticsSettings.name(quantile), none ? null : plain(quantile(quantile)));
        }
        return measures;
    }

    /// By linear interpolation between the two nearest values, as NumPy, R and PERCENTILE.INC do.
    private BigDecimal quantile(BigDecimal quantile) {
        BigDecimal at = quantile.multiply(BigDecimal.valueOf(values.size() - 1L));
        int below = at.setScale(0, RoundingMode.FLOOR).intValueExact();
        BigDecimal low = values.get(below);
        if (below == values.size() - 1) {
            return low;
        }
        BigDecimal share = at.subtract(BigDecimal.valueOf(below));
        return low.add(values.get(below + 1).subtract(low).multiply(share));
    }

    private static BigDecimal quotient(BigDecimal dividend, BigDecimal divisor) {
        return dividend.divide(divisor, MathContext.DECIMAL128);
    }

    /// A whole number as such, others without trailing zeros.
    private static Object plain(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() <= 0 ? stripped.toBigIntegerExact() : stripped;
    }
}
