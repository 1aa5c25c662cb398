package dev.rowan.engine.graph;

/// An edge that leaves node `from`. `label` is that of a route, or one of the reserved ones.
public record Edge(int from, Kind kind, String label, Target to) {
    /// The label of the route that is taken if no other matches.
    public static final String ELSE = "else";

    /// The label of the edge that failed tokens take.
    public static final String ERROR = "error";

    public enum Kind {
        NEXT,
        ROUTE,
        ERROR
    }

    /// The name of an edge of the node `node`: `node`, `node.label` or `node.error`.
    public String name(String node) {
        return label.isEmpty() ? node : node + "." + label;
    }
}
