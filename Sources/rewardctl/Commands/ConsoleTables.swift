internal import RewardEngine

extension Console {
    func write(_ table: TextTable) throws(Failure) {
        for (index, line) in table.lines().enumerated() {
            let style: Style? =
                switch line.tone {
                case .plain: index == 0 ? .bold : nil
                case .good: .green
                case .caution: .yellow
                case .bad: .red
                }
            try write((style.map { styled(line.text, $0) } ?? line.text) + "\n")
        }
    }

    /// Output of a report goes through here.
    func output() -> OutputBuffer {
        OutputBuffer { [self] bytes throws(Failure) in try write(bytes) }
    }
}
