package dev.rowan.api;

/// A row on its way through the pipeline. `part` is 0 until a transform makes several rows of one.
public record TokenInfo(String runId, long rowSeq, int part) {

    /// The token's name within its run, the same on every machine and after every resume.
    public String tokenId() {
        return part == 0 ? "r" + rowSeq : "r" + rowSeq + "." + part;
    }

    /// The name of one visit of this token to a node.
    public String stateId(int node, int attempt) {
        return tokenId() + "/n" + node + "/a" + attempt;
    }
}
