package dev.rowan.web.diagram;

import java.util.List;

/// The layout of a diagram in pixels.
record DiagramLayout(int width, int height, List<Box> boxes, List<Line> lines) {

    DiagramLayout {
        boxes = List.copyOf(boxes);
        lines = List.copyOf(lines);
    }

    /// A placed node; `missing`: the file refers to it without defining it.
    record Box(int x, int y, int width, int height, Diagram.Node node, boolean missing) {
        int middle() {
            return y + height / 2;
        }

        int right() {
            return x + width;
        }

        int bottom() {
            return y + height;
        }
    }

    /// The kind of a line.
    enum Kind {
        /// Rows that pass.
        PASS,
        /// Rows that do not.
        ERROR,
        /// Rows that are dropped on purpose.
        DISCARD
    }

    /// Which way an arrow points.
    enum Heading {
        DOWN,
        RIGHT,
        LEFT
    }

    /// A line with its arrow at (`x`, `y`), a label where it starts, and one where it ends.
    record Line(
            Kind kind, DiagramTrace.Step step, String path, int x, int y, Heading heading, Label label, Label end) {}

    /// A text that starts at (`x`, `y`); it may be empty.
    record Label(String text, int x, int y) {
        static final Label NONE = new Label("", 0, 0);
    }
}
