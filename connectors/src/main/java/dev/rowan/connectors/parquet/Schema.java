package dev.rowan.connectors.parquet;

import java.util.List;
import java.util.stream.Stream;

/// The schema in the footer: the type of each column in the old and the new notation.
final class Schema {
    private static final int OPTIONAL = 1;
    private static final int SCALE = 12;
    private static final int PRECISION = 18;
    private static final int UTF8 = 0;
    private static final int DECIMAL = 5;
    private static final int TIMESTAMP_MICROS = 10;

    private Schema() {}

    /// The root element, then the columns.
    static List<Element> elements(List<ParquetColumn> columns) {
        return Stream.<Element>concat(
                        Stream.of(new Root(columns.size())), columns.stream().map(Leaf::new))
                .toList();
    }

    sealed interface Element {
        void write(CompactThrift element);
    }

    private record Root(int columns) implements Element {
        @Override
        public void write(CompactThrift element) {
            element.text(4, "table").i32(5, columns);
        }
    }

    private record Leaf(ParquetColumn column) implements Element {
        @Override
        public void write(CompactThrift element) {
            element.i32(1, column.kind().physical().number()).i32(3, OPTIONAL).text(4, column.name());
            switch (column.kind()) {
                case WHOLE, FLAG -> {}
                case TEXT -> element.i32(6, UTF8).struct(10, logical -> logical.struct(1, _ -> {}));
                case DECIMAL ->
                    element.i32(6, DECIMAL)
                            .i32(7, SCALE)
                            .i32(8, PRECISION)
                            .struct(
                                    10,
                                    logical -> logical.struct(
                                            5, decimal -> decimal.i32(1, SCALE).i32(2, PRECISION)));
                case TIME ->
                    element.i32(6, TIMESTAMP_MICROS)
                            .struct(
                                    10,
                                    logical -> logical.struct(
                                            8, time -> time.flag(1, true).struct(2, unit -> unit.struct(2, _ -> {}))));
            }
        }
    }
}
