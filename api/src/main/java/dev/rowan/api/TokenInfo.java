package dev.rowan.api;

/// A row on its way through the pipeline. `part` is 0 until a transform splits the row.
public record TokenInfo(String runId, long rowSeq, int part) {

    /// The token's id within its run, stable across machines and resumes.
    public String tokenId() {
        return part == 0 ? "r" + rowSeq : "r" + rowSeq + "." + part;
    }

    /// The id of one visit of this token to a node.
    public String stateId(int node, int attempt) {
        return tokenId() + "/n" + node + "/a" + attempt;
    }
}
