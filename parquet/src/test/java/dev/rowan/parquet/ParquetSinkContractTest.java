package dev.rowan.parquet;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.testkit.contract.PartedSinkContract;
import java.util.List;
import java.util.Map;

class ParquetSinkContractTest extends PartedSinkContract {

    @Override
    protected SinkPlugin plugin() {
        return new ParquetSinkPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of(
                "path",
                "output/part-{n}.parquet",
                "rows_per_file",
                5,
                "types",
                Map.of("n", "int64", "tags", "list(text)"));
    }

    @Override
    protected int rows() {
        return 23;
    }

    @Override
    protected Row row(int n) {
        return Row.of("n", n).with("text", "täxt " + "x".repeat(n)).with("tags", List.of("a", "b" + n));
    }
}
